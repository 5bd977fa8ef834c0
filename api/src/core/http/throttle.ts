/**
 * Counts attempts before the work they guard. Each count is its own transaction, so that neither concurrent attempts
 * nor a rolled-back request escape it.
 */
import { type Database, sql, type Tx } from "../db/db.ts";
import { ProblemError, type AuditedDenial } from "../lib/problem-error.ts";
import type { Keyring } from "../lib/crypto.ts";

export interface ThrottleRule {
  readonly name: string;
  /** Attempts within a window before the key is blocked. */
  readonly limit: number;
  readonly windowSeconds: number;
  /**
   * Length of the first block; each further one is twice as long, up to the window. Without it a block lasts to the
   * end of the window.
   */
  readonly firstBlockSeconds?: number;
  /** Upper bound for the length of a block. */
  readonly longestBlockSeconds?: number;
}

export interface Block {
  /** Remaining length, from now. */
  readonly seconds: number;
  /**
   * Whether this is the first attempt rejected by the block. Only that attempt is audited, which bounds the number of
   * audit events.
   */
  readonly isNew: boolean;
}

export interface Throttle {
  /** Counts an attempt; returns the block that rejects it, or null if it may proceed. */
  consume(rule: ThrottleRule, subject: string, now: Date): Promise<Block | null>;
  /** Like consume, but throws 429 for a blocked key. `target` is the attacked account, for the audit event. */
  consumeOrThrow(
    rule: ThrottleRule,
    subject: string,
    now: Date,
    target?: AuditedDenial["target"],
  ): Promise<void>;
  /** Null if the key is not blocked. */
  blockedUntil(rule: ThrottleRule, subject: string, now: Date): Promise<Date | null>;
  /** Refunds an attempt that succeeded. */
  refund(rule: ThrottleRule, subject: string): Promise<void>;
  /** Deletes the counter. */
  reset(rule: ThrottleRule, subject: string): Promise<void>;
}

/** A 429 that is audited if the block is new. */
export function throttledError(
  { seconds, isNew }: Block,
  target?: AuditedDenial["target"],
): ProblemError {
  if (!isNew) return new ProblemError("too_many_requests", { seconds });
  const record = {
    changes: [{ field: "blockedForSeconds", from: null, to: seconds }],
    ...(target === undefined ? {} : { target }),
  };
  return new ProblemError("too_many_requests", { seconds, record });
}

export function createThrottle(db: Database, keys: Keyring): Throttle {
  const inOwnTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
    db.withSystemRole("attempts are counted for no tenant", work);
  const throttleKey = (rule: ThrottleRule, subject: string) =>
    keys.hmac("throttle", `${rule.name}|${subject}`);

  const consume: Throttle["consume"] = (rule, subject, now) =>
    inOwnTransaction(async (tx) => {
      const key = throttleKey(rule, subject);
      const incremented = await tx.execute(incrementQuery(rule, key, now));
      if (incremented === 1) return null;
      const { blocked_until, is_new } = await tx.one<{ blocked_until: Date; is_new: boolean }>(sql`
        UPDATE throttle t SET is_block_audited = true FROM (SELECT is_block_audited FROM throttle WHERE key = ${key} FOR UPDATE) before
         WHERE t.key = ${key} RETURNING t.blocked_until, NOT before.is_block_audited AS is_new`);
      const seconds = Math.max(1, Math.ceil((blocked_until.getTime() - now.getTime()) / 1000));
      return { seconds, isNew: is_new };
    });

  return {
    consume,
    consumeOrThrow: async (rule, subject, now, target) => {
      const block = await consume(rule, subject, now);
      if (block !== null) throw throttledError(block, target);
    },
    blockedUntil: async (rule, subject, now) => {
      const row = await inOwnTransaction((tx) =>
        tx.maybeOne<{ blocked_until: Date }>(
          sql`SELECT blocked_until FROM throttle WHERE key = ${throttleKey(rule, subject)} AND blocked_until > ${now}`,
        ),
      );
      return row?.blocked_until ?? null;
    },
    refund: async (rule, subject) => {
      await inOwnTransaction((tx) =>
        // If the key was blocked before, that block ends but its number in the sequence is kept.
        tx.execute(sql`UPDATE throttle SET attempt_count = greatest(attempt_count - 1, 0),
            block_count = CASE WHEN attempt_count >= ${rule.limit} THEN greatest(block_count - 1, 0) ELSE block_count END,
            blocked_until = CASE WHEN attempt_count <= ${rule.limit} THEN NULL ELSE window_start END
          WHERE key = ${throttleKey(rule, subject)}`),
      );
    },
    reset: async (rule, subject) => {
      await inOwnTransaction((tx) =>
        tx.execute(sql`DELETE FROM throttle WHERE key = ${throttleKey(rule, subject)}`),
      );
    },
  };
}

/**
 * Increments the counter unless the key is blocked. The attempt that reaches the limit still passes and starts a
 * block; after the block one attempt passes and starts a block twice as long.
 */
function incrementQuery(rule: ThrottleRule, key: Buffer, now: Date) {
  const window = sql`make_interval(secs => ${rule.windowSeconds})`;
  const isFresh = sql`t.window_start + ${window} <= ${now}`;
  const count = sql`CASE WHEN ${isFresh} THEN 1 ELSE t.attempt_count + 1 END`;
  const earlierBlocks = sql`CASE WHEN t.blocked_until IS NULL OR t.blocked_until + ${window} <= ${now} THEN 0 ELSE t.block_count END`;
  const seconds = (blocks: typeof earlierBlocks) =>
    sql`make_interval(secs => least(${rule.firstBlockSeconds ?? 0} * 2 ^ least(${blocks}, 20), ${rule.longestBlockSeconds ?? rule.windowSeconds}))`;
  const windowEnd = sql`(CASE WHEN ${isFresh} THEN ${now}::timestamptz ELSE t.window_start END) + ${window}`;
  const blockEnd =
    rule.firstBlockSeconds === undefined
      ? windowEnd
      : sql`${now}::timestamptz + ${seconds(earlierBlocks)}`;
  return sql`
    INSERT INTO throttle AS t (key, window_start, attempt_count) VALUES (${key}, ${now}, 1)
    ON CONFLICT (key) DO UPDATE SET
      window_start = CASE WHEN ${isFresh} THEN ${now}::timestamptz ELSE t.window_start END,
      attempt_count = ${count},
      is_block_audited = false,
      blocked_until = CASE WHEN ${count} >= ${rule.limit} THEN ${blockEnd} ELSE t.blocked_until END,
      block_count = (${earlierBlocks}) + CASE WHEN ${count} >= ${rule.limit} THEN 1 ELSE 0 END
    WHERE t.blocked_until IS NULL OR t.blocked_until <= ${now}`;
}

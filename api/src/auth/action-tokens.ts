/**
 * Links in mails that do one thing once. Only a hash is stored, and using one up is a single statement,
 * in the transaction of what it does: of any number of tries at once, one has the effect.
 */
import { Refusal } from "../core/errors.ts";
import { sql, type Tx } from "../core/db.ts";
import { newId, newLinkToken, sha256 } from "../core/keys.ts";

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

/** How long a link works, and whether a newer one takes its place. */
const purposes = {
  verify_email: { lifeMs: 24 * hourMs, isReplaced: true },
  change_email: { lifeMs: hourMs, isReplaced: true },
  reset_password: { lifeMs: hourMs, isReplaced: true },
  // Every letter about a change has its own, and each of them works.
  freeze: { lifeMs: weekMs, isReplaced: false },
  data_copy: { lifeMs: weekMs, isReplaced: true },
} as const;
export type ActionPurpose = keyof typeof purposes;

export interface SpentToken {
  user_id: string;
  payload: unknown;
  created_at: Date;
}

export async function issueActionToken(
  tx: Tx,
  purpose: ActionPurpose,
  to: { userId: string; now: Date; payload?: object },
): Promise<string> {
  const { userId, now, payload = {} } = to;
  const { lifeMs, isReplaced } = purposes[purpose];
  if (isReplaced) await supersedeActionTokens(tx, userId, [purpose], now);
  const { token, hash } = newLinkToken();
  await tx.run(sql`INSERT INTO action_token (id, purpose, token_hash, user_id, payload, created_at, expires_at)
    VALUES (${newId(now)}, ${purpose}, ${hash}, ${userId}, ${JSON.stringify(payload)}::jsonb, ${now}, ${new Date(now.getTime() + lifeMs)})`);
  return token;
}

/** Links that were sent and not used stop working. */
export async function supersedeActionTokens(
  tx: Tx,
  userId: string,
  which: readonly ActionPurpose[],
  now: Date,
): Promise<void> {
  await tx.run(sql`UPDATE action_token SET superseded_at = ${now}
    WHERE user_id = ${userId} AND purpose = ANY(${[...which]}) AND consumed_at IS NULL AND superseded_at IS NULL`);
}

const isUsable = (hash: Buffer, which: readonly ActionPurpose[], now: Date) =>
  sql`token_hash = ${hash} AND purpose = ANY(${[...which]}) AND consumed_at IS NULL AND superseded_at IS NULL AND expires_at > ${now}`;

/** Uses a link up, or refuses: used ones are told apart; expired, replaced, unknown and of another purpose are one answer. */
export async function spendActionToken<P extends ActionPurpose>(
  tx: Tx,
  which: readonly P[],
  token: string,
  now: Date,
): Promise<SpentToken & { purpose: P }> {
  const hash = sha256(token);
  const spent = await tx.maybe<SpentToken & { purpose: P }>(
    sql`UPDATE action_token SET consumed_at = ${now} WHERE ${isUsable(hash, which, now)} RETURNING user_id, purpose, payload, created_at`,
  );
  if (spent === null) throw await spentOrNever(tx, which, hash);
  return spent;
}

/** Whose link it is, without using it up; refuses like using it would. */
export async function readActionToken<P extends ActionPurpose>(
  tx: Tx,
  which: readonly P[],
  token: string,
  now: Date,
): Promise<SpentToken & { purpose: P }> {
  const hash = sha256(token);
  const found = await tx.maybe<SpentToken & { purpose: P }>(
    sql`SELECT user_id, purpose, payload, created_at FROM action_token WHERE ${isUsable(hash, which, now)}`,
  );
  if (found === null) throw await spentOrNever(tx, which, hash);
  return found;
}

async function spentOrNever(
  tx: Tx,
  which: readonly ActionPurpose[],
  hash: Buffer,
): Promise<Refusal> {
  const used = await tx.maybe(
    sql`SELECT FROM action_token WHERE token_hash = ${hash} AND purpose = ANY(${[...which]}) AND consumed_at IS NOT NULL`,
  );
  return new Refusal(used === null ? "token_action_expired" : "token_action_executed");
}

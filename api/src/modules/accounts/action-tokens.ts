/**
 * Links in mails that do one thing once. Only a hash is stored, and using one up is a single statement,
 * in the transaction of what it does: of any number of tries at once, one has the effect.
 */
import { ProblemError } from "../../core/lib/problem-error.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { uuidv7, generateLinkToken, sha256 } from "../../core/lib/crypto.ts";

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

/** How long a link works, and whether a newer one takes its place. */
const tokenPurposes = {
  verify_email: { lifeMs: 24 * hourMs, isReplaced: true },
  change_email: { lifeMs: hourMs, isReplaced: true },
  reset_password: { lifeMs: hourMs, isReplaced: true },
  // Every letter about a change has its own, and each of them works.
  freeze: { lifeMs: weekMs, isReplaced: false },
  data_copy: { lifeMs: weekMs, isReplaced: true },
} as const;
export type ActionPurpose = keyof typeof tokenPurposes;

export interface ConsumedActionToken {
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
  const { lifeMs, isReplaced } = tokenPurposes[purpose];
  if (isReplaced) await revokeActionTokens(tx, userId, [purpose], now);
  const { token, hash } = generateLinkToken();
  await tx.execute(sql`INSERT INTO action_token (id, purpose, token_hash, user_id, payload, created_at, expires_at)
    VALUES (${uuidv7(now)}, ${purpose}, ${hash}, ${userId}, ${JSON.stringify(payload)}::jsonb, ${now}, ${new Date(now.getTime() + lifeMs)})`);
  return token;
}

/** Links that were sent and not used stop working. */
export async function revokeActionTokens(
  tx: Tx,
  userId: string,
  which: readonly ActionPurpose[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`UPDATE action_token SET superseded_at = ${now}
    WHERE user_id = ${userId} AND purpose = ANY(${[...which]}) AND consumed_at IS NULL AND superseded_at IS NULL`);
}

const isUsable = (hash: Buffer, which: readonly ActionPurpose[], now: Date) =>
  sql`token_hash = ${hash} AND purpose = ANY(${[...which]}) AND consumed_at IS NULL AND superseded_at IS NULL AND expires_at > ${now}`;

/** Uses a link up, or refuses: used ones are told apart; expired, replaced, unknown and of another purpose are one answer. */
export async function consumeActionToken<P extends ActionPurpose>(
  tx: Tx,
  which: readonly P[],
  token: string,
  now: Date,
): Promise<ConsumedActionToken & { purpose: P }> {
  const hash = sha256(token);
  const consumed = await tx.maybeOne<ConsumedActionToken & { purpose: P }>(
    sql`UPDATE action_token SET consumed_at = ${now} WHERE ${isUsable(hash, which, now)} RETURNING user_id, purpose, payload, created_at`,
  );
  if (consumed === null) throw await unusableTokenProblem(tx, which, hash);
  return consumed;
}

/** Whose link it is, without using it up; refuses like using it would. */
export async function verifyActionToken<P extends ActionPurpose>(
  tx: Tx,
  which: readonly P[],
  token: string,
  now: Date,
): Promise<ConsumedActionToken & { purpose: P }> {
  const hash = sha256(token);
  const found = await tx.maybeOne<ConsumedActionToken & { purpose: P }>(
    sql`SELECT user_id, purpose, payload, created_at FROM action_token WHERE ${isUsable(hash, which, now)}`,
  );
  if (found === null) throw await unusableTokenProblem(tx, which, hash);
  return found;
}

async function unusableTokenProblem(
  tx: Tx,
  which: readonly ActionPurpose[],
  hash: Buffer,
): Promise<ProblemError> {
  const used = await tx.maybeOne(
    sql`SELECT FROM action_token WHERE token_hash = ${hash} AND purpose = ANY(${[...which]}) AND consumed_at IS NOT NULL`,
  );
  return new ProblemError(used === null ? "token_action_expired" : "token_action_executed");
}

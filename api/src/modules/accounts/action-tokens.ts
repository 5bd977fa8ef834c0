/**
 * Links in mails that do one thing once. Only a hash is stored, and using one up is a single statement,
 * in the transaction of what it does: of any number of tries at once, one has the effect.
 */
import { ProblemError } from "../../core/lib/problem-error.ts";
import type { Tx } from "../../core/db/db.ts";
import { generateLinkToken, sha256 } from "../../core/lib/crypto.ts";
import {
  type ConsumedActionToken,
  consumeUsableToken,
  findUsableToken,
  insertActionToken,
  isTokenConsumed,
  revokeActionTokens,
} from "./action-token-store.ts";

export {
  oldestUsableTokenDate,
  type ConsumedActionToken,
  revokeAllActionTokens,
  revokeActionTokens,
} from "./action-token-store.ts";

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

export async function issueActionToken(
  tx: Tx,
  purpose: ActionPurpose,
  to: { userId: string; now: Date; payload?: object },
): Promise<string> {
  const { userId, now, payload = {} } = to;
  const { lifeMs, isReplaced } = tokenPurposes[purpose];
  if (isReplaced) await revokeActionTokens(tx, userId, [purpose], now);
  const { token, hash } = generateLinkToken();
  const expiresAt = new Date(now.getTime() + lifeMs);
  await insertActionToken(tx, { purpose, hash, userId, payload, now, expiresAt });
  return token;
}

/** Uses a link up, or refuses: used ones are told apart; expired, replaced, unknown and of another purpose are one answer. */
export async function consumeActionToken<P extends ActionPurpose>(
  tx: Tx,
  which: readonly P[],
  token: string,
  now: Date,
): Promise<ConsumedActionToken & { purpose: P }> {
  const hash = sha256(token);
  const consumed = await consumeUsableToken(tx, which, hash, now);
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
  const found = await findUsableToken(tx, which, hash, now);
  if (found === null) throw await unusableTokenProblem(tx, which, hash);
  return found;
}

async function unusableTokenProblem(
  tx: Tx,
  which: readonly ActionPurpose[],
  hash: Buffer,
): Promise<ProblemError> {
  const isUsed = await isTokenConsumed(tx, which, hash);
  return new ProblemError(isUsed ? "token_action_executed" : "token_action_expired");
}

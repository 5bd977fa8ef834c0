/**
 * One-use links in emails. Only a hash is stored. Consuming a link is a single statement in the transaction
 * of its effect, so of concurrent requests one has the effect.
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

/** Lifetime of a link per purpose, and whether a newer link replaces it. */
const tokenPurposes = {
  verify_email: { ttlMs: 24 * hourMs, isReplaced: true },
  change_email: { ttlMs: hourMs, isReplaced: true },
  reset_password: { ttlMs: hourMs, isReplaced: true },
  // Every security notification has its own freeze link, and each of them works.
  freeze: { ttlMs: weekMs, isReplaced: false },
  data_copy: { ttlMs: weekMs, isReplaced: true },
} as const;

export type ActionPurpose = keyof typeof tokenPurposes;

export async function issueActionToken(
  tx: Tx,
  purpose: ActionPurpose,
  to: { userId: string; now: Date; payload?: object },
): Promise<string> {
  const { userId, now, payload = {} } = to;
  const { ttlMs, isReplaced } = tokenPurposes[purpose];
  if (isReplaced) await revokeActionTokens(tx, userId, [purpose], now);
  const { token, hash } = generateLinkToken();
  const expiresAt = new Date(now.getTime() + ttlMs);
  await insertActionToken(tx, { purpose, hash, userId, payload, now, expiresAt });
  return token;
}

/**
 * Consumes a link. Throws token_action_executed for a used link, and token_action_expired for an expired,
 * replaced or unknown one or another purpose.
 */
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

/** Returns the link without consuming it. Throws like `consumeActionToken`. */
export async function verifyActionToken<P extends ActionPurpose>(
  tx: Tx,
  which: readonly P[],
  token: string,
  now: Date,
): Promise<ConsumedActionToken & { purpose: P }> {
  const hash = sha256(token);
  const usable = await findUsableToken(tx, which, hash, now);
  if (usable === null) throw await unusableTokenProblem(tx, which, hash);
  return usable;
}

async function unusableTokenProblem(
  tx: Tx,
  which: readonly ActionPurpose[],
  hash: Buffer,
): Promise<ProblemError> {
  const isUsed = await isTokenConsumed(tx, which, hash);
  return new ProblemError(isUsed ? "token_action_executed" : "token_action_expired");
}

/** SQL of action tokens. */
import { sql, type Tx } from "../../core/db/db.ts";
import type { ActionPurpose } from "./action-tokens.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";

export interface ConsumedActionToken {
  user_id: string;
  payload: unknown;
  created_at: Date;
}

const isUsable = (hash: Buffer, which: readonly ActionPurpose[], now: Date) =>
  sql`token_hash = ${hash} AND purpose = ANY(${[...which]}) AND consumed_at IS NULL AND revoked_at IS NULL AND expires_at > ${now}`;

export async function insertActionToken(
  tx: Tx,
  token: {
    purpose: ActionPurpose;
    hash: Buffer;
    userId: string;
    payload: object;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const { purpose, hash, userId, payload, now, expiresAt } = token;
  await tx.execute(sql`INSERT INTO action_token (id, purpose, token_hash, user_id, payload, created_at, expires_at)
    VALUES (${uuidv7(now)}, ${purpose}, ${hash}, ${userId}, ${JSON.stringify(payload)}::jsonb, ${now}, ${expiresAt})`);
}

/**
 * Marks the token as used. Returns null when it is unknown, used, replaced or expired; of concurrent calls
 * one gets it.
 */
export const consumeUsableToken = <P extends ActionPurpose>(
  tx: Tx,
  which: readonly P[],
  hash: Buffer,
  now: Date,
): Promise<(ConsumedActionToken & { purpose: P }) | null> =>
  tx.maybeOne(
    sql`UPDATE action_token SET consumed_at = ${now} WHERE ${isUsable(hash, which, now)} RETURNING user_id, purpose, payload, created_at`,
  );

export const findUsableToken = <P extends ActionPurpose>(
  tx: Tx,
  which: readonly P[],
  hash: Buffer,
  now: Date,
): Promise<(ConsumedActionToken & { purpose: P }) | null> =>
  tx.maybeOne(
    sql`SELECT user_id, purpose, payload, created_at FROM action_token WHERE ${isUsable(hash, which, now)}`,
  );

export const isTokenConsumed = async (
  tx: Tx,
  which: readonly ActionPurpose[],
  hash: Buffer,
): Promise<boolean> =>
  (await tx.maybeOne(
    sql`SELECT FROM action_token WHERE token_hash = ${hash} AND purpose = ANY(${[...which]}) AND consumed_at IS NOT NULL`,
  )) !== null;

/** Returns when the oldest usable link for `purpose` was issued; null when there is none. */
export async function oldestUsableTokenDate(
  tx: Tx,
  userId: string,
  purpose: ActionPurpose,
  now: Date,
): Promise<Date | null> {
  const { oldest } = await tx.one<{ oldest: Date | null }>(sql`
    SELECT min(created_at) AS oldest FROM action_token
     WHERE user_id = ${userId} AND purpose = ${purpose} AND consumed_at IS NULL AND revoked_at IS NULL AND expires_at > ${now}`);
  return oldest;
}

/** Revokes unused links of these purposes. */
export async function revokeActionTokens(
  tx: Tx,
  userId: string,
  which: readonly ActionPurpose[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`UPDATE action_token SET revoked_at = ${now}
    WHERE user_id = ${userId} AND purpose = ANY(${[...which]}) AND consumed_at IS NULL AND revoked_at IS NULL`);
}

/** Revokes unused links of every purpose. */
export async function revokeAllActionTokens(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`UPDATE action_token SET revoked_at = ${now}
    WHERE user_id = ${userId} AND consumed_at IS NULL AND revoked_at IS NULL`);
}

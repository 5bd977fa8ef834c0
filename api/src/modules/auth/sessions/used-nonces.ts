/** What works once and is stored nowhere before: it is written down when it is used, by its hash, and forgotten when it would have ended. */
import { sql, type Tx } from "../../../core/db/db.ts";

/** Of any number of uses one is the first. */
export async function consumeNonce(tx: Tx, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const consumed = await tx.execute(
    sql`INSERT INTO used_nonce (nonce_hash, expires_at) VALUES (${hash}, ${expiresAt}) ON CONFLICT DO NOTHING`,
  );
  return consumed === 1;
}

export const isNonceUsed = async (tx: Tx, hash: Buffer): Promise<boolean> =>
  (await tx.maybeOne(sql`SELECT FROM used_nonce WHERE nonce_hash = ${hash}`)) !== null;

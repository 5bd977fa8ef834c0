/** SQL of passkeys. */
import { sql, type Tx } from "../../../core/db/db.ts";

export interface PasskeyRow {
  id: string;
  user_id: string;
  name: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
}

export const listCredentialIds = (tx: Tx, userId: string) =>
  tx.many<Pick<PasskeyRow, "credential_id" | "transports">>(
    sql`SELECT credential_id, transports FROM passkey WHERE user_id = ${userId} ORDER BY created_at`,
  );

export interface NewPasskey {
  id: string;
  userId: string;
  name: string;
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
  at: Date;
}

/** False when the user has `maxPerUser` passkeys already, or the credential is registered. */
export async function insertPasskey(
  tx: Tx,
  passkey: NewPasskey,
  maxPerUser: number,
): Promise<boolean> {
  const inserted = await tx.execute(sql`
    INSERT INTO passkey (id, user_id, name, credential_id, public_key, counter, transports, created_at)
    SELECT ${passkey.id}, ${passkey.userId}, ${passkey.name}, ${passkey.credentialId}, ${Buffer.from(passkey.publicKey)}, ${passkey.counter},
      ${[...passkey.transports]}, ${passkey.at}
     WHERE (SELECT count(*) FROM passkey WHERE user_id = ${passkey.userId}) < ${maxPerUser}
    ON CONFLICT (credential_id) DO NOTHING`);
  return inserted === 1;
}

export const findPasskey = (tx: Tx, credentialId: string): Promise<PasskeyRow | null> =>
  tx.maybeOne<PasskeyRow>(
    sql`SELECT id, user_id, name, credential_id, public_key, counter, transports FROM passkey WHERE credential_id = ${credentialId}`,
  );

/** False when the passkey is deleted, or its counter changed since it was read. */
export async function recordPasskeyUse(
  tx: Tx,
  { id, counter }: Pick<PasskeyRow, "id" | "counter">,
  newCounter: number,
  now: Date,
): Promise<boolean> {
  const updated = await tx.execute(sql`
    UPDATE passkey SET counter = ${newCounter}, last_used_at = ${now} WHERE id = ${id} AND counter = ${counter}`);
  return updated === 1;
}

/** Returns the name of the deleted passkey; null when the user has no such passkey. */
export const deletePasskey = (tx: Tx, userId: string, id: string) =>
  tx.maybeOne<{ name: string }>(
    sql`DELETE FROM passkey WHERE id = ${id} AND user_id = ${userId} RETURNING name`,
  );

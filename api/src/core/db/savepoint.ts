import { sql, type Tx } from "./db.ts";

/**
 * Runs a part of a transaction that may fail and be tried again: an error undoes what the part did, releases the locks
 * that it took, and is thrown on.
 */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`SAVEPOINT part`);
  try {
    const result = await work();
    await tx.execute(sql`RELEASE SAVEPOINT part`);
    return result;
  } catch (error) {
    await tx.execute(sql`ROLLBACK TO SAVEPOINT part`);
    throw error;
  }
}

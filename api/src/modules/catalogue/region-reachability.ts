/** Whether a region's provider answers: orders are not taken while it does not. */
import { sql, type Tx } from "../../core/db/db.ts";

export const markUnreachable = (tx: Tx, regionHandle: string, now: Date) =>
  tx.execute(
    sql`UPDATE region SET unreachable_since = ${now} WHERE handle = ${regionHandle} AND unreachable_since IS NULL`,
  );

export const markReachable = (tx: Tx, regionHandle: string) =>
  tx.execute(
    sql`UPDATE region SET unreachable_since = NULL WHERE handle = ${regionHandle} AND unreachable_since IS NOT NULL`,
  );

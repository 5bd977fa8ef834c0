/** SQL of spending alerts. It runs as boreal_system. */
import { sql, type Tx } from "../../core/db/db.ts";

export const findAlertedWorkspace = (
  tx: Tx,
  workspaceId: string,
): Promise<{ name: string; handle: string }> =>
  tx.one<{ name: string; handle: string }>(
    sql`SELECT name, handle FROM workspace WHERE id = ${workspaceId}`,
  );

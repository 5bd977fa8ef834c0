/** SQL of an instance's console. */
import { type Tx, sql } from "../../../core/db/db.ts";

interface InstanceKey {
  readonly id: string;
  readonly workspaceId: string;
}

/** The provider's id of the instance's server; null before it is created and after its termination. */
export async function readServerId(
  tx: Tx,
  { id, workspaceId }: InstanceKey,
): Promise<string | null> {
  const row = await tx.one<{ serverId: string | null }>(
    sql`SELECT provider_server_id AS "serverId" FROM instance WHERE id = ${id} AND workspace_id = ${workspaceId}`,
  );
  return row.serverId;
}

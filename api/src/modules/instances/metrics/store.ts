/** SQL of an instance's metrics. */
import { type Tx, sql } from "../../../core/db/db.ts";

/** The provider's id of the instance's server, null without one, and the number of its vCPUs. */
export const readMeasuredServer = (
  tx: Tx,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<{ serverId: string | null; vcpu: number }> =>
  tx.one(sql`
    SELECT i.provider_server_id AS "serverId", product.vcpu
      FROM instance i JOIN product ON product.id = i.product_id
     WHERE i.id = ${id} AND i.workspace_id = ${workspaceId}`);

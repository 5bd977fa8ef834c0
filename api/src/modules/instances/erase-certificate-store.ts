/** SQL of the erase certificates of customers. Row-level security shows those of instances the caller may see. */
import type { EraseCertificate } from "#contracts/erase-certificate.ts";
import { isoTimestamp } from "../../core/db/list.ts";
import { sql, type Tx } from "../../core/db/db.ts";

/** Null while the disks are not erased, and for an instance that has none to erase. */
export const findEraseCertificate = (
  tx: Tx,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<EraseCertificate | null> =>
  tx.maybeOne(sql`
    SELECT e.id, json_build_object('id', i.id, 'hostname', i.hostname) AS instance, p.name AS product, r.name AS region,
           ${isoTimestamp("e.requested_at")} AS "requestedAt", ${isoTimestamp("e.finished_at")} AS "finishedAt", e.disks,
           e.serials_sha256 AS "serialsSha256"
      FROM disk_erasure e
      JOIN instance i ON i.workspace_id = e.workspace_id AND i.id = e.instance_id
      JOIN product p ON p.id = i.product_id
      JOIN region r ON r.handle = i.region_handle
     WHERE e.workspace_id = ${workspaceId} AND e.instance_id = ${id} AND e.status = 'complete'`);

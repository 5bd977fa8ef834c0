/** A complete erasure of an instance, whatever its variant, for tests of access. */
import { sql, type Tx } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";

export async function insertErasure(
  tx: Tx,
  instance: { id: string; workspaceId: string },
  now: Date,
): Promise<void> {
  const item = uuidv7(now);
  await tx.execute(sql`INSERT INTO bare_metal_item (id, product_id, region_handle, serial, foreman_host, host_group, state, created_at, updated_at)
    SELECT ${item}, id, 'lulea', ${item}, ${item}, '', 'maintenance', ${now}, ${now} FROM product WHERE variant = 'bare_metal' LIMIT 1`);
  await tx.execute(sql`
    INSERT INTO disk_erasure (id, workspace_id, instance_id, item_id, status, requested_at, finished_at, disks, serials_sha256)
    VALUES (${uuidv7(now)}, ${instance.workspaceId}, ${instance.id}, ${item}, 'complete', ${now}, ${now}, '[]', ${"0".repeat(64)})`);
}

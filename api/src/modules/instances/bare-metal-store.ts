/** SQL of bare-metal items, as commands change them. It runs as boreal_system. */
import type { InstalledDisk } from "../../ports/bare-metal.ts";
import { sql, type Tx } from "../../core/db/db.ts";

interface InstanceKey {
  readonly id: string;
  readonly workspaceId: string;
}

/** The instance uses its reserved item from now on: its disks count as written. */
export const setItemInUse = (tx: Tx, { id }: InstanceKey, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE bare_metal_item SET state = 'in_use', has_customer_data = true, state_reason = NULL, failed_installations = 0,
      installation_requested_at = NULL, updated_at = ${now}
    WHERE instance_id = ${id} AND state = 'reserved'`);

/** Gives back an item that the instance has not used. */
export const releaseReservedItem = (tx: Tx, { id }: InstanceKey, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE bare_metal_item SET state = 'available', instance_id = NULL, updated_at = ${now}
    WHERE instance_id = ${id} AND state = 'reserved'`);

export const setInstallationRequested = (tx: Tx, itemId: string, now: Date): Promise<number> =>
  tx.execute(
    sql`UPDATE bare_metal_item SET installation_requested_at = ${now}, updated_at = ${now} WHERE id = ${itemId}`,
  );

/** Counts a failed installation; the next one has not been requested yet. */
export const countFailedInstallation = (tx: Tx, itemId: string, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE bare_metal_item SET failed_installations = failed_installations + 1, installation_requested_at = NULL, updated_at = ${now}
    WHERE id = ${itemId}`);

export const clearInstallation = (tx: Tx, itemId: string, now: Date): Promise<number> =>
  tx.execute(
    sql`UPDATE bare_metal_item SET failed_installations = 0, installation_requested_at = NULL, updated_at = ${now} WHERE id = ${itemId}`,
  );

/** Takes the item out of sale, with the reason for staff. */
export const setItemInMaintenance = (
  tx: Tx,
  itemId: string,
  reason: string,
  now: Date,
): Promise<number> =>
  tx.execute(sql`UPDATE bare_metal_item SET state = 'maintenance', instance_id = NULL, state_reason = ${reason.slice(0, 1000)},
      installation_requested_at = NULL, updated_at = ${now}
    WHERE id = ${itemId}`);

/**
 * Ends the use of the instance's item: it waits for its erasure, of which the customer gets a certificate. Returns the
 * item; null when the instance has none.
 */
export async function startErasure(
  tx: Tx,
  erasureId: string,
  { id, workspaceId }: InstanceKey,
  now: Date,
): Promise<{ id: string; regionHandle: string } | null> {
  const item = await tx.maybeOne<{ id: string; regionHandle: string }>(sql`
    UPDATE bare_metal_item SET state = 'erasing', instance_id = NULL, installation_requested_at = NULL, updated_at = ${now}
     WHERE instance_id = ${id} AND state = 'in_use' RETURNING id, region_handle AS "regionHandle"`);
  if (item === null) return null;
  await tx.execute(sql`INSERT INTO disk_erasure (id, workspace_id, instance_id, item_id, requested_at)
    VALUES (${erasureId}, ${workspaceId}, ${id}, ${item.id}, ${now})`);
  return item;
}

/** The item is erased again. Its last erasure, if it failed, continues with it. */
export async function restartErasure(tx: Tx, itemId: string, now: Date): Promise<void> {
  await tx.execute(sql`UPDATE bare_metal_item SET state = 'erasing', state_reason = NULL, installation_requested_at = NULL, updated_at = ${now}
    WHERE id = ${itemId}`);
  await tx.execute(sql`UPDATE disk_erasure SET status = 'in_progress', finished_at = NULL
    WHERE status = 'failed' AND id = (SELECT id FROM disk_erasure WHERE item_id = ${itemId} ORDER BY requested_at DESC, id DESC LIMIT 1)`);
}

/** A disk on the certificate. */
export interface CertifiedDisk {
  readonly device: string;
  readonly method: string;
  /** ISO 8601. */
  readonly finishedAt: string;
}

export const completeErasure = (
  tx: Tx,
  itemId: string,
  certificate: { disks: readonly CertifiedDisk[]; serialsSha256: string },
  now: Date,
): Promise<number> =>
  tx.execute(sql`UPDATE disk_erasure SET status = 'complete', finished_at = ${now}, disks = ${JSON.stringify(certificate.disks)}::jsonb,
      serials_sha256 = ${certificate.serialsSha256}
    WHERE item_id = ${itemId} AND status = 'in_progress'`);

export const failErasure = (tx: Tx, itemId: string, now: Date): Promise<number> =>
  tx.execute(
    sql`UPDATE disk_erasure SET status = 'failed', finished_at = ${now} WHERE item_id = ${itemId} AND status = 'in_progress'`,
  );

/** The instance whose data the erasure removes, for the live event; null when there is none. */
export const findErasedInstance = (tx: Tx, itemId: string): Promise<InstanceKey | null> =>
  tx.maybeOne(sql`SELECT instance_id AS id, workspace_id AS "workspaceId" FROM disk_erasure
    WHERE item_id = ${itemId} ORDER BY requested_at DESC, id DESC LIMIT 1`);

/** The item can be sold again: nothing of a customer is left on its disks. */
export const setItemErased = (tx: Tx, itemId: string, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE bare_metal_item SET state = 'available', has_customer_data = false, state_reason = NULL, failed_installations = 0,
      installation_requested_at = NULL, updated_at = ${now}
    WHERE id = ${itemId} AND state = 'erasing'`);

export const setBareMetalAddress = (
  tx: Tx,
  { id, workspaceId }: InstanceKey,
  publicIp: string,
): Promise<number> =>
  tx.execute(
    sql`UPDATE instance SET public_ip = ${publicIp} WHERE id = ${id} AND workspace_id = ${workspaceId}`,
  );

/** Saves what an installation reported; the reinstallation that kept disks is over. */
export const setInstanceDisks = (
  tx: Tx,
  { id, workspaceId }: InstanceKey,
  disks: readonly InstalledDisk[],
): Promise<number> =>
  tx.execute(
    sql`UPDATE instance SET disks = ${JSON.stringify(disks)}::jsonb, kept_disks = '{}' WHERE id = ${id} AND workspace_id = ${workspaceId}`,
  );

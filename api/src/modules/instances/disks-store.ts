/** SQL of the disks of a bare-metal instance. */
import { z } from "zod";
import { InstanceDisk } from "#contracts/instance-disks.ts";
import { sql, type Tx } from "../../core/db/db.ts";

/** As the installation reported it; serial numbers are the operator's inventory and no customer sees them. */
const StoredDisk = InstanceDisk.extend({ serial: z.string() });
export type StoredDisk = z.infer<typeof StoredDisk>;

/** In the order of their devices; empty for a virtual machine, and until an installation has reported them. */
export async function listStoredDisks(
  tx: Tx,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<StoredDisk[]> {
  const { disks } = await tx.one<{ disks: unknown }>(
    sql`SELECT coalesce(disks, '[]') AS disks FROM instance WHERE id = ${id} AND workspace_id = ${workspaceId}`,
  );
  return z
    .array(StoredDisk)
    .parse(disks)
    .toSorted((one, other) => (one.device < other.device ? -1 : 1));
}

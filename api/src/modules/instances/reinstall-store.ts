/** SQL of a reinstallation. */
import { sql, type Tx } from "../../core/db/db.ts";

interface InstanceKey {
  readonly id: string;
  readonly workspaceId: string;
}

export interface ReinstalledInstance {
  readonly imageId: string;
  readonly imageName: string;
  readonly memoryGb: number;
  readonly diskGb: number;
  /** Of its order; it runs again. */
  readonly userData: string | null;
  /** Whether the region still installs the present image, which may be withdrawn from sale. */
  readonly isInstallable: boolean;
}

export const findReinstalledInstance = (
  tx: Tx,
  { id, workspaceId }: InstanceKey,
): Promise<ReinstalledInstance> =>
  tx.one(sql`
    SELECT g.id AS "imageId", g.name AS "imageName", p.memory_gb AS "memoryGb", p.disk_gb AS "diskGb",
           (SELECT user_data FROM purchase_order_line l WHERE l.workspace_id = i.workspace_id AND l.order_id = i.order_id AND l.line_number = i.order_line) AS "userData",
           CASE i.variant WHEN 'bare_metal' THEN EXISTS (SELECT FROM bare_metal_image m WHERE m.image_id = g.id AND m.region_handle = i.region_handle)
             ELSE EXISTS (SELECT FROM image_region r WHERE r.image_id = g.id AND r.region_handle = i.region_handle) END AS "isInstallable"
      FROM instance i JOIN image g ON g.id = i.image_id JOIN product p ON p.id = i.product_id
     WHERE i.id = ${id} AND i.workspace_id = ${workspaceId}`);

/** The image and the state of an instance whose reinstallation is accepted. Returns the name of the image. */
export const setReinstalling = (
  tx: Tx,
  { id, workspaceId }: InstanceKey,
  {
    imageId,
    keptSerials,
    now,
  }: { readonly imageId: string; readonly keptSerials: readonly string[]; readonly now: Date },
): Promise<{ imageName: string }> =>
  tx.one(sql`UPDATE instance SET image_id = ${imageId}, kept_disks = ${[...keptSerials]}, status = 'building', status_reason = 'reinstalling', updated_at = ${now}
    WHERE id = ${id} AND workspace_id = ${workspaceId} RETURNING (SELECT name FROM image WHERE id = ${imageId}) AS "imageName"`);

/** Replaces the keys of the instance by these, in their order. */
export async function replaceInstanceKeys(
  tx: Tx,
  { id, workspaceId }: InstanceKey,
  credentialIds: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`DELETE FROM instance_credential WHERE instance_id = ${id} AND workspace_id = ${workspaceId}`,
  );
  await tx.execute(sql`INSERT INTO instance_credential (workspace_id, instance_id, credential_id)
    SELECT ${workspaceId}, ${id}, unnest(${[...credentialIds]}::uuid[])`);
  await tx.execute(sql`
    UPDATE instance SET ssh_keys = ARRAY(SELECT c.public_key FROM unnest(${[...credentialIds]}::uuid[]) WITH ORDINALITY AS key (id, place)
        JOIN credential c ON c.workspace_id = ${workspaceId} AND c.id = key.id ORDER BY key.place)
     WHERE id = ${id} AND workspace_id = ${workspaceId}`);
}

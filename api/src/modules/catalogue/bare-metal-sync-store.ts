/** SQL of the sync of bare metal. It runs as boreal_system. */
import { type Tx, sql } from "../../core/db/db.ts";

interface InstalledImage {
  /** Name of the image. */
  readonly name: string;
  /** Title of the host group that installs it. */
  readonly hostGroup: string;
}

/**
 * Replaces the images that the region installs on bare metal. An image without a row is left out, and a deleted one keeps
 * its place while instances use it.
 */
export async function replaceBareMetalImages(
  tx: Tx,
  regionHandle: string,
  images: readonly InstalledImage[],
): Promise<void> {
  const names = images.map(({ name }) => name);
  await tx.execute(sql`
    INSERT INTO bare_metal_image (image_id, region_handle, host_group)
    SELECT g.id, ${regionHandle}, installed.host_group
      FROM unnest(${names}::text[], ${images.map(({ hostGroup }) => hostGroup)}::text[]) AS installed (name, host_group)
      JOIN image g ON g.name = installed.name AND g.status <> 'deleted'
    ON CONFLICT (image_id, region_handle) DO UPDATE SET host_group = excluded.host_group`);
  await tx.execute(sql`DELETE FROM bare_metal_image m USING image g WHERE g.id = m.image_id AND m.region_handle = ${regionHandle}
    AND (g.name <> ALL(${names})
      OR (g.status = 'deleted' AND NOT EXISTS (SELECT FROM instance i WHERE i.image_id = g.id AND i.status <> 'terminated')))`);
}

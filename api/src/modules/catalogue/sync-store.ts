/** SQL of the catalog sync. It runs as boreal_system. */
import { type Tx, sql } from "../../core/db/db.ts";
import type { CatalogueProduct, ExpectedImage } from "./catalogue-findings.ts";
import type { ComputeImage } from "../../ports/compute-inventory.ts";

/**
 * Replaces the images that the region installs. `usable` are its active images. One that staff chose is found by its id,
 * all others by their names; a name that several images have finds none. A deleted image keeps its place while instances
 * use it, because they can be reinstalled.
 */
export async function replaceRegionImages(
  tx: Tx,
  regionHandle: string,
  usable: readonly ComputeImage[],
): Promise<void> {
  await tx.execute(sql`
    WITH usable AS (
      SELECT name, id, count(*) OVER (PARTITION BY name) AS named
        FROM unnest(${usable.map(({ name }) => name)}::text[], ${usable.map(({ imageId }) => imageId)}::text[]) AS provider (name, id)
    ), installed AS (
      SELECT g.id AS image_id, u.id AS provider_image_id
        FROM image g
        LEFT JOIN image_region_choice c ON c.image_id = g.id AND c.region_handle = ${regionHandle}
        JOIN usable u ON CASE WHEN c.image_id IS NULL THEN u.name = g.name AND u.named = 1 ELSE u.id = c.provider_image_id END
       WHERE g.status <> 'deleted'
    ), kept AS (
      SELECT r.image_id FROM image_region r JOIN image g ON g.id = r.image_id JOIN usable u ON u.id = r.provider_image_id
       WHERE r.region_handle = ${regionHandle} AND g.status = 'deleted'
         AND EXISTS (SELECT FROM instance i WHERE i.image_id = g.id AND i.status <> 'terminated')
    ), removed AS (
      DELETE FROM image_region r WHERE r.region_handle = ${regionHandle}
        AND r.image_id NOT IN (SELECT image_id FROM installed) AND r.image_id NOT IN (SELECT image_id FROM kept)
    )
    INSERT INTO image_region (image_id, region_handle, provider_image_id)
    SELECT image_id, ${regionHandle}, provider_image_id FROM installed
    ON CONFLICT (image_id, region_handle) DO UPDATE SET provider_image_id = excluded.provider_image_id`);
}

export const listSyncedProducts = (tx: Tx, regionHandle: string): Promise<SyncedProduct[]> =>
  tx.many<SyncedProduct>(sql`
    SELECT p.id, p.flavor, p.gpu_model AS "gpuModel", p.gpu_count AS "gpuCount", p.name, p.vcpu, p.memory_gb AS "memoryGb",
           p.disk_gb AS "diskGb", p.status = 'active' AS "isActive"
      FROM product_stock s JOIN product p ON p.id = s.product_id
     WHERE s.region_handle = ${regionHandle} AND p.variant = 'virtual_machine' AND p.status <> 'deleted'`);

/** Installed GPUs of a region by model. */
export const listInstalledGpus = (
  tx: Tx,
  regionHandle: string,
): Promise<{ gpuModel: string; gpus: number }[]> =>
  tx.many(
    sql`SELECT gpu_model AS "gpuModel", gpu_count AS gpus FROM region_gpu WHERE region_handle = ${regionHandle}`,
  );

/** Counts GPUs of virtual instances that exist at the provider, by model. */
export const listUsedGpus = (
  tx: Tx,
  regionHandle: string,
): Promise<{ gpuModel: string; gpus: number }[]> =>
  tx.many(sql`
    SELECT p.gpu_model AS "gpuModel", sum(p.gpu_count)::bigint AS gpus
      FROM instance i JOIN product p ON p.id = i.product_id
     WHERE i.region_handle = ${regionHandle} AND i.variant = 'virtual_machine' AND p.gpu_model IS NOT NULL
       -- A terminated instance has its GPUs while it is kept, and until it is deleted for good.
       AND (i.status <> 'terminated' OR i.undo_until IS NOT NULL OR EXISTS (SELECT FROM command c
         WHERE c.instance_id = i.id AND c.kind = 'purge' AND c.status IN ('queued', 'running', 'waiting')))
       AND (i.status <> 'error' OR i.provider_server_id IS NOT NULL)
     GROUP BY p.gpu_model`);

/** Saves the stock. `free` is null when the provider does not report capacity. */
export const saveStock = (
  tx: Tx,
  regionHandle: string,
  stock: readonly { id: string; free: number | null; offered: boolean }[],
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    UPDATE product_stock s SET available = CASE WHEN s.rejected_until > ${now} THEN 0 ELSE synced.available END, is_offered = synced.is_offered, checked_at = ${now}
      FROM unnest(${stock.map(({ id }) => id)}::uuid[], ${stock.map(({ free }) => free)}::integer[], ${stock.map(({ offered }) => offered)}::boolean[])
           AS synced (product_id, available, is_offered)
     WHERE s.region_handle = ${regionHandle} AND s.product_id = synced.product_id`);

export interface SyncedProduct extends CatalogueProduct {
  id: string;
  gpuModel: string | null;
  gpuCount: number;
  isActive: boolean;
}

/** The images that can be ordered and are offered in the region, with the id that staff chose. */
export const listExpectedImages = (tx: Tx, regionHandle: string): Promise<ExpectedImage[]> =>
  tx.many<ExpectedImage>(sql`
    SELECT g.name, c.provider_image_id AS "chosenId"
      FROM image g LEFT JOIN image_region_choice c ON c.image_id = g.id AND c.region_handle = ${regionHandle}
     WHERE g.status = 'active' AND (c.image_id IS NULL OR c.provider_image_id IS NOT NULL)
     ORDER BY g.position, g.id`);

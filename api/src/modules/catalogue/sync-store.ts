/** SQL of the catalog sync. It runs as boreal_system. */
import { type Tx, sql } from "../../core/db/db.ts";
import type { CatalogueProduct } from "./catalogue-findings.ts";
import type { ComputeImage } from "../../ports/compute-inventory.ts";

export async function replaceRegionImages(
  tx: Tx,
  regionHandle: string,
  images: readonly ComputeImage[],
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO image_region (image_id, region_handle, provider_image_id)
    SELECT g.id, ${regionHandle}, provider.id
      FROM unnest(${images.map(({ name }) => name)}::text[], ${images.map(({ imageId }) => imageId)}::text[]) AS provider (name, id)
      JOIN image g ON g.name = provider.name AND g.status <> 'deleted'
    ON CONFLICT (image_id, region_handle) DO UPDATE SET provider_image_id = excluded.provider_image_id`);
  await tx.execute(sql`DELETE FROM image_region r USING image g WHERE g.id = r.image_id AND r.region_handle = ${regionHandle}
    AND (g.status = 'deleted' OR r.provider_image_id <> ALL(${images.map(({ imageId }) => imageId)}))`);
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

/** Names of the images that can be ordered, which are their names at the providers. */
export const listActiveImageNames = async (tx: Tx): Promise<string[]> =>
  (await tx.many<{ name: string }>(sql`SELECT name FROM image WHERE status = 'active'`)).map(
    ({ name }) => name,
  );

/** SQL of types of block storage, for staff. It runs as boreal_system: they belong to no tenant. */
import type { z } from "zod";
import type { CatalogueStatus } from "#contracts/images.ts";
import type { VolumeProduct, volumeProducts } from "#contracts/volume-products.ts";
import { raw, sql, type Tx } from "../../core/db/db.ts";
import {
  inNaturalOrder,
  isoTimestamp,
  likeContains,
  type ListQuery,
  resolveSort,
} from "../../core/db/list.ts";
import { isUuid } from "../../core/lib/crypto.ts";

const joins = sql`JOIN region r ON r.handle = v.region_handle`;

const rowJson = sql`json_build_object(
  'id', v.id, 'region', json_build_object('handle', r.handle, 'name', r.name), 'name', v.name, 'description', v.description,
  'providerTypeId', v.provider_type_id, 'status', v.status, 'rateMicrosPerGbMonth', v.rate_micros_per_gb_month,
  'minSizeGb', v.min_size_gb, 'maxSizeGb', v.max_size_gb, 'isAtProvider', v.is_at_provider,
  'impact', json_build_object('volumes', v.volume_count, 'sizeGb', v.volume_gb),
  'checkedAt', ${isoTimestamp("v.checked_at")}, 'createdAt', ${isoTimestamp("v.created_at")}, 'updatedAt', ${isoTimestamp("v.updated_at")})`;

export function volumeProductsQuery(
  query: z.output<(typeof volumeProducts)["list"]["query"]>,
): ListQuery {
  const { search = "", status = [], regionHandle = "" } = query;
  const regions = regionHandle.split(",").filter((handle) => handle !== "");
  const sorts = {
    name: { column: inNaturalOrder("v.name"), type: "text" },
    region: { column: raw("v.region_handle"), type: "text" },
    updatedAt: { column: raw("v.updated_at"), type: "timestamptz" },
  } as const;
  return {
    from: sql`volume_product v`,
    alias: "v",
    where: [
      ...(regions.length === 0 ? [] : [sql`v.region_handle = ANY(${regions})`]),
      status.length === 0 ? sql`v.status <> 'deleted'` : sql`v.status = ANY(${[...status]})`,
      ...(search === ""
        ? []
        : [
            sql`(v.name ILIKE ${likeContains(search)} OR v.description ILIKE ${likeContains(search)} OR v.id::text = ${search.toLowerCase()})`,
          ]),
    ],
    ...resolveSort(query.orderBy, sorts, { field: "name", descending: false }),
    rowJson,
    joins,
    page: query,
  };
}

/**
 * Locks the product until the transaction ends, so that of two changes at once the second one sees the first. Returns
 * null when no such product exists.
 */
export async function lockVolumeProduct(tx: Tx, id: string): Promise<VolumeProduct | null> {
  if (!isUuid(id)) return null;
  await tx.execute(sql`SELECT FROM volume_product WHERE id = ${id} FOR NO KEY UPDATE`);
  const row = await tx.maybeOne<{ json: VolumeProduct }>(
    sql`SELECT ${rowJson} AS json FROM volume_product v ${joins} WHERE v.id = ${id}`,
  );
  return row?.json ?? null;
}

export const setVolumeProductStatus = (tx: Tx, id: string, status: CatalogueStatus, now: Date) =>
  tx.execute(
    sql`UPDATE volume_product SET status = ${status}, updated_at = ${now} WHERE id = ${id}`,
  );

export const updateVolumeProduct = (
  tx: Tx,
  product: Pick<VolumeProduct, "id" | "rateMicrosPerGbMonth" | "minSizeGb" | "maxSizeGb">,
  now: Date,
) =>
  tx.execute(sql`UPDATE volume_product SET rate_micros_per_gb_month = ${product.rateMicrosPerGbMonth}, min_size_gb = ${product.minSizeGb},
      max_size_gb = ${product.maxSizeGb}, updated_at = ${now} WHERE id = ${product.id}`);

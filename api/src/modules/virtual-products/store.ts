/** SQL of virtual products and their prices, for staff. It runs as boreal_system: they belong to no tenant. */
import type { z } from "zod";
import type { CatalogueStatus } from "#contracts/images.ts";
import {
  maxPricesOfProduct,
  type VirtualProduct,
  type virtualProducts,
} from "#contracts/virtual-products.ts";
import { raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import {
  inNaturalOrder,
  isoTimestamp,
  likeContains,
  type ListQuery,
  resolveSort,
} from "../../core/db/list.ts";
import { isUuid } from "../../core/lib/crypto.ts";

const joins = (now: Date): Sql => sql`
  LEFT JOIN LATERAL (SELECT rate_micros_per_hour AS rate FROM price_snapshot
    WHERE product_id = p.id AND valid_from <= ${now} ORDER BY valid_from DESC, id DESC LIMIT 1) price ON true
  LEFT JOIN LATERAL (SELECT json_build_object('rateMicrosPerHour', rate_micros_per_hour, 'validFrom', ${isoTimestamp("valid_from")}) AS json
    FROM price_snapshot WHERE product_id = p.id AND valid_from > ${now} ORDER BY valid_from, id LIMIT 1) next ON true`;

const rowFields = sql`'id', p.id, 'name', p.name, 'family', p.family, 'position', p.position, 'gpuModel', p.gpu_model, 'gpuCount', p.gpu_count, 'vramGb', p.vram_gb,
  'vcpu', p.vcpu, 'memoryGb', p.memory_gb, 'diskGb', p.disk_gb, 'flavor', p.flavor, 'status', p.status, 'rateMicrosPerHour', price.rate,
  'nextPrice', next.json,
  'regions', (SELECT coalesce(json_agg(json_build_object('regionHandle', r.handle, 'name', r.name, 'isOffered', s.is_offered, 'free', s.available)
      ORDER BY r.position, r.handle), '[]')
    FROM product_stock s JOIN region r ON r.handle = s.region_handle WHERE s.product_id = p.id),
  'instanceCount', (SELECT count(*) FROM instance i WHERE i.product_id = p.id AND i.status <> 'terminated'),
  'createdAt', ${isoTimestamp("p.created_at")}, 'updatedAt', ${isoTimestamp("p.updated_at")}`;

const pricesJson = sql`(SELECT coalesce(json_agg(json_build_object('id', one.id, 'rateMicrosPerHour', one.rate_micros_per_hour,
      'validFrom', ${isoTimestamp("one.valid_from")}, 'validUntil', ${isoTimestamp("one.valid_until")}) ORDER BY one.valid_from DESC, one.id DESC), '[]')
    FROM (SELECT id, rate_micros_per_hour, valid_from, lead(valid_from) OVER (ORDER BY valid_from, id) AS valid_until
      FROM price_snapshot WHERE product_id = p.id ORDER BY valid_from DESC, id DESC LIMIT ${maxPricesOfProduct}) one)`;

const impactJson = sql`(SELECT json_build_object('instances', count(*), 'workspaces', count(DISTINCT i.workspace_id),
    'waitingOrders', (SELECT count(*) FROM queued_order q WHERE p.id = ANY(q.product_ids) AND q.status = 'waiting'))
  FROM instance i WHERE i.product_id = p.id AND i.status <> 'terminated')`;

export function virtualProductsQuery(
  query: z.output<(typeof virtualProducts)["list"]["query"]>,
  now: Date,
): ListQuery {
  const { search = "", status = [], regionHandle = "" } = query;
  const regions = regionHandle.split(",").filter((handle) => handle !== "");
  const sorts = {
    name: { column: inNaturalOrder("p.name"), type: "text" },
    rate: {
      column: sql`coalesce((SELECT s.rate_micros_per_hour FROM price_snapshot s WHERE s.product_id = p.id AND s.valid_from <= ${now}
        ORDER BY s.valid_from DESC, s.id DESC LIMIT 1), 0)`,
      type: "bigint",
    },
    updatedAt: { column: raw("p.updated_at"), type: "timestamptz" },
  } as const;
  return {
    from: sql`product p`,
    alias: "p",
    where: [
      sql`p.variant = 'virtual_machine'`,
      ...(regions.length === 0
        ? []
        : [
            sql`EXISTS (SELECT FROM product_stock s WHERE s.product_id = p.id AND s.is_offered AND s.region_handle = ANY(${regions}))`,
          ]),
      status.length === 0 ? sql`p.status <> 'deleted'` : sql`p.status = ANY(${[...status]})`,
      ...(search === ""
        ? []
        : [
            sql`(p.name ILIKE ${likeContains(search)} OR p.flavor ILIKE ${likeContains(search)} OR p.id::text = ${search.toLowerCase()})`,
          ]),
    ],
    ...resolveSort(query.orderBy, sorts, { field: "name", descending: false }),
    rowJson: sql`json_build_object(${rowFields})`,
    joins: joins(now),
    page: query,
  };
}

/** Returns null when no such virtual product exists. */
export async function findVirtualProduct(
  tx: Tx,
  id: string,
  now: Date,
): Promise<VirtualProduct | null> {
  if (!isUuid(id)) return null;
  const row = await tx.maybeOne<{ json: VirtualProduct }>(sql`
    SELECT json_build_object(${rowFields}, 'prices', ${pricesJson}, 'impact', ${impactJson}) AS json
      FROM product p ${joins(now)} WHERE p.id = ${id} AND p.variant = 'virtual_machine'`);
  return row?.json ?? null;
}

/** Locks the product until the transaction ends, so that of two changes at once the second one sees the first. */
export const lockVirtualProduct = async (tx: Tx, id: string): Promise<boolean> =>
  isUuid(id) &&
  (await tx.maybeOne(
    sql`SELECT FROM product WHERE id = ${id} AND variant = 'virtual_machine' FOR NO KEY UPDATE`,
  )) !== null;

export const setVirtualProductStatus = (tx: Tx, id: string, status: CatalogueStatus, now: Date) =>
  tx.execute(sql`UPDATE product SET status = ${status}, updated_at = ${now} WHERE id = ${id}`);

export const updateVirtualProduct = (
  tx: Tx,
  { id, name, family, position }: Pick<VirtualProduct, "id" | "name" | "family" | "position">,
  now: Date,
) =>
  tx.execute(sql`UPDATE product SET name = ${name}, family = ${family}, position = ${position}, updated_at = ${now}
    WHERE id = ${id}`);

export const hasPriceFrom = async (tx: Tx, productId: string, validFrom: Date): Promise<boolean> =>
  (await tx.maybeOne(
    sql`SELECT FROM price_snapshot WHERE product_id = ${productId} AND valid_from = ${validFrom}`,
  )) !== null;

export const insertPrice = (
  tx: Tx,
  price: { id: string; productId: string; rateMicrosPerHour: number; validFrom: Date },
) =>
  tx.execute(sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
    VALUES (${price.id}, ${price.productId}, ${price.rateMicrosPerHour}, ${price.validFrom})`);

/** Returns null when the product has no such price. */
export const findPrice = async (
  tx: Tx,
  productId: string,
  id: string,
): Promise<{ rateMicrosPerHour: number; validFrom: string } | null> =>
  isUuid(id)
    ? tx.maybeOne(sql`SELECT rate_micros_per_hour AS "rateMicrosPerHour", ${isoTimestamp("valid_from")} AS "validFrom"
        FROM price_snapshot WHERE product_id = ${productId} AND id = ${id}`)
    : null;

/** No order refers to a price that does not hold yet. */
export const deletePrice = (tx: Tx, id: string) =>
  tx.execute(sql`DELETE FROM price_snapshot WHERE id = ${id}`);

/** SQL of bare-metal products and their items, for staff. It runs as boreal_system: items belong to no tenant. */
import type { z } from "zod";
import {
  type BareMetalItemRow,
  type bareMetalItems,
  type BareMetalProduct,
  type BareMetalProductRow,
  type bareMetalProducts,
  type ItemState,
  itemStates,
  maxItemsOfProduct,
} from "#contracts/bare-metal-items.ts";
import { raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import {
  inNaturalOrder,
  isoTimestamp,
  likeContains,
  type ListQuery,
  resolveSort,
} from "../../core/db/list.ts";
import { isUuid } from "../../core/lib/crypto.ts";

/** An instance with its workspace as JSON; null without one. Both are aliases. */
export const instanceJson = (instance: string, workspace: string): Sql => {
  const [i, w] = [raw(instance), raw(workspace)];
  return sql`CASE WHEN ${i}.id IS NOT NULL THEN json_build_object('id', ${i}.id, 'hostname', ${i}.hostname,
    'workspace', json_build_object('id', ${w}.id, 'handle', ${w}.handle, 'name', ${w}.name)) END`;
};

export const itemJoins = sql`
  JOIN product p ON p.id = b.product_id
  JOIN region r ON r.handle = b.region_handle
  LEFT JOIN instance i ON i.id = b.instance_id
  LEFT JOIN workspace w ON w.id = i.workspace_id`;

export const itemFields = sql`
  'id', b.id, 'product', json_build_object('id', p.id, 'name', p.name),
  'region', json_build_object('handle', r.handle, 'name', r.name),
  'serial', b.serial, 'foremanHost', b.foreman_host, 'hostGroup', b.host_group, 'rack', b.rack, 'diskCount', b.disk_count,
  'state', b.state, 'stateReason', b.state_reason, 'note', b.note, 'hasCustomerData', b.has_customer_data,
  'instance', ${instanceJson("i", "w")},
  'createdAt', ${isoTimestamp("b.created_at")}, 'updatedAt', ${isoTimestamp("b.updated_at")}`;

const matches = (
  term: string,
): Sql => sql`(b.serial ILIKE ${likeContains(term)} OR b.foreman_host ILIKE ${likeContains(term)}
  OR b.rack ILIKE ${likeContains(term)} OR b.id::text = ${term.toLowerCase()}
  OR EXISTS (SELECT FROM instance s WHERE s.id = b.instance_id AND s.hostname ILIKE ${likeContains(term)}))`;

export function bareMetalItemsQuery(
  query: z.output<(typeof bareMetalItems)["list"]["query"]>,
): ListQuery {
  const { search = "", state = [], product, regionHandle = "" } = query;
  const regions = regionHandle.split(",").filter((handle) => handle !== "");
  const sorts = {
    serial: { column: inNaturalOrder("b.serial"), type: "text" },
    rack: { column: inNaturalOrder("b.rack"), type: "text" },
    updatedAt: { column: raw("b.updated_at"), type: "timestamptz" },
  } as const;
  return {
    from: sql`bare_metal_item b`,
    alias: "b",
    where: [
      ...(product === undefined ? [] : [sql`b.product_id = ${product}`]),
      ...(regions.length === 0 ? [] : [sql`b.region_handle = ANY(${regions})`]),
      state.length === 0 ? sql`b.state <> 'retired'` : sql`b.state = ANY(${[...state]})`,
      ...(search === "" ? [] : [matches(search)]),
    ],
    ...resolveSort(query.orderBy, sorts, { field: "serial", descending: false }),
    rowJson: sql`json_build_object(${itemFields})`,
    joins: itemJoins,
    page: query,
  };
}

const productJoins = (now: Date): Sql => sql`
  LEFT JOIN LATERAL (SELECT rate_micros_per_hour AS rate FROM price_snapshot
    WHERE product_id = p.id AND valid_from <= ${now} ORDER BY valid_from DESC, id DESC LIMIT 1) price ON true
  CROSS JOIN LATERAL (
    SELECT json_object_agg(known.state, (SELECT count(*) FROM bare_metal_item b WHERE b.product_id = p.id AND b.state = known.state)) AS json
      FROM unnest(${[...itemStates]}::text[]) AS known (state)) items`;

const productFields = sql`'id', p.id, 'name', p.name, 'family', p.family, 'gpuModel', p.gpu_model,
  'gpuCount', p.gpu_count, 'vcpu', p.vcpu, 'memoryGb', p.memory_gb, 'diskGb', p.disk_gb, 'status', p.status,
  'rateMicrosPerHour', price.rate, 'itemCounts', items.json, 'createdAt', ${isoTimestamp("p.created_at")},
  'updatedAt', ${isoTimestamp("p.updated_at")}`;

export function bareMetalProductsQuery(
  query: z.output<(typeof bareMetalProducts)["list"]["query"]>,
  now: Date,
): ListQuery {
  const { search = "" } = query;
  const sorts = {
    name: { column: inNaturalOrder("p.name"), type: "text" },
    createdAt: { column: raw("p.created_at"), type: "timestamptz" },
  } as const;
  return {
    from: sql`product p`,
    alias: "p",
    where: [
      sql`p.variant = 'bare_metal'`,
      sql`p.status <> 'deleted'`,
      ...(search === "" ? [] : [sql`p.name ILIKE ${likeContains(search)}`]),
    ],
    ...resolveSort(query.orderBy, sorts, { field: "name", descending: false }),
    rowJson: sql`json_build_object(${productFields})`,
    joins: productJoins(now),
    page: query,
  };
}

/** Returns null when no such bare-metal product exists. */
export async function findBareMetalProduct(
  tx: Tx,
  id: string,
  now: Date,
): Promise<BareMetalProduct | null> {
  if (!isUuid(id)) return null;
  const product = await tx.maybeOne<{ json: BareMetalProductRow }>(sql`
    SELECT json_build_object(${productFields}) AS json FROM product p ${productJoins(now)} WHERE p.id = ${id} AND p.variant = 'bare_metal'`);
  if (product === null) return null;
  const items = await tx.many<{ json: BareMetalItemRow }>(sql`
    SELECT json_build_object(${itemFields}) AS json FROM bare_metal_item b ${itemJoins}
     WHERE b.product_id = ${id} AND b.state <> 'retired' ORDER BY ${inNaturalOrder("b.serial")}, b.id LIMIT ${maxItemsOfProduct}`);
  return { ...product.json, items: items.map(({ json }) => json) };
}

export interface LockedItem
  extends Pick<
    BareMetalItemRow,
    "serial" | "foremanHost" | "hostGroup" | "rack" | "diskCount" | "note" | "hasCustomerData"
  > {
  readonly id: string;
  readonly productId: string;
  readonly regionHandle: string;
  readonly state: ItemState;
  readonly stateReason: string | null;
}

/** Locks the item, so that no order reserves it until the transaction ends. Returns null when no such item exists. */
export const lockItem = async (tx: Tx, id: string): Promise<LockedItem | null> =>
  isUuid(id)
    ? tx.maybeOne<LockedItem>(sql`
        SELECT id, product_id AS "productId", region_handle AS "regionHandle", serial, foreman_host AS "foremanHost", host_group AS "hostGroup",
               rack, disk_count AS "diskCount", note, state, state_reason AS "stateReason", has_customer_data AS "hasCustomerData"
          FROM bare_metal_item WHERE id = ${id} FOR UPDATE`)
    : null;

/** The item of another id, not retired, that has the serial number or the host; null if both are free. */
export const findItemConflict = (
  tx: Tx,
  {
    id,
    regionHandle,
    serial,
    foremanHost,
  }: Pick<LockedItem, "regionHandle" | "serial" | "foremanHost"> & { id: string },
): Promise<{ sameSerial: boolean } | null> =>
  tx.maybeOne(sql`
    SELECT serial = ${serial} AS "sameSerial" FROM bare_metal_item
     WHERE id <> ${id} AND state <> 'retired' AND (serial = ${serial} OR (region_handle = ${regionHandle} AND foreman_host = ${foremanHost}))
     ORDER BY serial = ${serial} DESC LIMIT 1`);

/** Serializes what adds items and changes their names: two of them must not get the same one. */
export const lockItemNames = (tx: Tx) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('names of bare-metal items', 0))`);

export const isRegion = async (tx: Tx, handle: string): Promise<boolean> =>
  (await tx.maybeOne(sql`SELECT FROM region WHERE handle = ${handle}`)) !== null;

export const insertItem = (
  tx: Tx,
  item: Omit<LockedItem, "hasCustomerData" | "state" | "stateReason">,
  now: Date,
): Promise<number> =>
  tx.execute(sql`INSERT INTO bare_metal_item (id, product_id, region_handle, serial, foreman_host, host_group, rack, disk_count, note, state,
      created_at, updated_at)
    VALUES (${item.id}, ${item.productId}, ${item.regionHandle}, ${item.serial}, ${item.foremanHost}, ${item.hostGroup}, ${item.rack},
      ${item.diskCount}, ${item.note}, 'maintenance', ${now}, ${now})`);

export const updateItem = (tx: Tx, item: LockedItem, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE bare_metal_item SET serial = ${item.serial}, foreman_host = ${item.foremanHost}, host_group = ${item.hostGroup},
      rack = ${item.rack}, disk_count = ${item.diskCount}, note = ${item.note}, state = ${item.state}, state_reason = ${item.stateReason},
      updated_at = ${now}
    WHERE id = ${item.id}`);

import type { Image, Product, Region, Variant } from "#contracts/catalogue.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";

export const listRegions = (tx: Tx): Promise<Region[]> =>
  tx.many(sql`
    SELECT r.handle, r.name, r.country, r.energy_sources AS "energySources", r.energy_certificate AS "energyCertificate", r.grams_co2_per_kwh::float AS "gramsCo2PerKwh",
           r.latitude::float, r.longitude::float, CASE WHEN r.unreachable_since IS NULL THEN 'active' ELSE 'unreachable' END AS status,
           stock.stock
      FROM region r
     CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(json_build_object('productId', p.id, 'free', s.available) ORDER BY p.position, p.id), '[]') AS stock
         FROM product_stock s JOIN product p ON p.id = s.product_id AND p.status = 'active' WHERE s.region_handle = r.handle) stock
     ORDER BY r.position, r.handle`);

export const listProducts = (tx: Tx, now: Date): Promise<Product[]> =>
  tx.many(sql`
    SELECT p.id, p.variant, p.name, p.family, p.gpu_model AS "gpuModel", p.gpu_count AS "gpuCount", p.vram_gb AS "vramGb", p.vcpu,
           p.memory_gb AS "memoryGb", p.disk_gb AS "diskGb", p.power_watts AS "powerWatts",
           price.rate_micros_per_hour AS "rateMicrosPerHour", price.id AS "priceSnapshotId", ${isoTimestamp("price.valid_until")} AS "priceValidUntil", stock.stock,
           ${isoTimestamp("p.created_at")} AS "createdAt", ${isoTimestamp("greatest(p.updated_at, price.valid_from)")} AS "updatedAt"
      FROM product p
     CROSS JOIN ${currentPrice(now)}
     CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(json_build_object('regionHandle', s.region_handle, 'free', s.available) ORDER BY r.position), '[]') AS stock
         FROM product_stock s JOIN region r ON r.handle = s.region_handle WHERE s.product_id = p.id AND s.is_offered) stock
     WHERE p.status = 'active' AND EXISTS (SELECT FROM product_stock s WHERE s.product_id = p.id AND s.is_offered) ORDER BY p.position, p.id`);

export const listImages = (tx: Tx): Promise<Image[]> =>
  tx.many(sql`
    SELECT g.id, g.family, g.name, g.version, g.architecture, g.min_disk_gb AS "minDiskGb", g.min_memory_mb AS "minMemoryMb",
           g.default_user AS "defaultUser", g.is_default AS "isDefault", g.end_of_life::text AS "endOfLife", g.supports_security_keys AS "supportsSecurityKeys", places."regionHandles", metal."bareMetalRegionHandles",
           ${isoTimestamp("g.created_at")} AS "createdAt", ${isoTimestamp("g.updated_at")} AS "updatedAt"
      FROM image g
     CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(i.region_handle ORDER BY r.position), '[]') AS "regionHandles"
         FROM image_region i JOIN region r ON r.handle = i.region_handle WHERE i.image_id = g.id) places
     CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(m.region_handle ORDER BY r.position), '[]') AS "bareMetalRegionHandles"
         FROM bare_metal_image m JOIN region r ON r.handle = m.region_handle WHERE m.image_id = g.id) metal
     WHERE g.status = 'active' ORDER BY g.position, g.id`);

/** Joins the price of a product `p` at a time, and when the next scheduled price replaces it. */
const currentPrice = (now: Date) => sql`
  LATERAL (SELECT id, rate_micros_per_hour, valid_from,
             (SELECT min(next.valid_from) FROM price_snapshot next WHERE next.product_id = p.id AND next.valid_from > ${now}) AS valid_until
             FROM price_snapshot WHERE product_id = p.id AND valid_from <= ${now} ORDER BY valid_from DESC, id DESC LIMIT 1) price`;

export interface PricedProduct {
  id: string;
  name: string;
  rateMicrosPerHour: number;
  priceSnapshotId: string;
  /** When a scheduled price replaces this one; null when none is scheduled. */
  priceValidUntil: Date | null;
  memoryGb: number;
  diskGb: number;
  gpuCount: number;
}

/** Returns an active product with its price at `now`; null when it is not sold. */
export const findPricedProduct = (
  tx: Tx,
  id: string,
  variant: string,
  now: Date,
): Promise<PricedProduct | null> =>
  tx.maybeOne(sql`
    SELECT p.id, p.name, price.rate_micros_per_hour AS "rateMicrosPerHour", price.id AS "priceSnapshotId",
           price.valid_until AS "priceValidUntil", p.memory_gb AS "memoryGb", p.disk_gb AS "diskGb",
           p.gpu_count AS "gpuCount"
      FROM product p CROSS JOIN ${currentPrice(now)} WHERE p.id = ${id} AND p.variant = ${variant} AND p.status = 'active'`);

/** Whether the provider of the variant responds. Returns null when the region does not exist. */
export const findRegionState = (
  tx: Tx,
  handle: string,
  variant: Variant,
): Promise<{ reachable: boolean } | null> =>
  tx.maybeOne(
    sql`SELECT CASE ${variant} WHEN 'bare_metal' THEN bare_metal_unreachable_since ELSE unreachable_since END IS NULL AS reachable
      FROM region WHERE handle = ${handle}`,
  );

/**
 * Returns null when the product is not sold in the region, or its provider lacks the flavor. `free` is null
 * when the provider does not report capacity.
 */
export const findStock = (
  tx: Tx,
  productId: string,
  regionHandle: string,
): Promise<{ free: number | null } | null> =>
  tx.maybeOne(
    sql`SELECT available AS free FROM product_stock WHERE product_id = ${productId} AND region_handle = ${regionHandle} AND is_offered`,
  );

/** Withdraws a product whose flavor the provider lacks, until the next catalog sync. */
export const withdrawFlavor = (tx: Tx, flavor: string, regionHandle: string) =>
  tx.execute(sql`UPDATE product_stock SET is_offered = false WHERE region_handle = ${regionHandle}
    AND product_id IN (SELECT id FROM product WHERE flavor = ${flavor})`);

/**
 * Reserves one bare-metal item for each instance, until the instance ends. Returns false, with nothing reserved, when
 * there are not enough. The instances must exist.
 */
export const reserveBareMetalItems = async (
  tx: Tx,
  now: Date,
  productId: string,
  regionHandle: string,
  instanceIds: readonly string[],
): Promise<boolean> =>
  (
    await tx.one<{ reserved: boolean }>(
      sql`SELECT reserve_bare_metal_items(${productId}, ${regionHandle}, ${[...instanceIds]}, ${now}) AS reserved`,
    )
  ).reserved;
/** How long a rejected product stays sold out, whatever the provider reports. */
const rejectionMs = 10 * 60_000;

/**
 * Marks a product as sold out that the provider rejected for lack of capacity: it reports more than it can place. The
 * stock is right again with the first sync after ten minutes.
 */
export const withdrawCapacity = (tx: Tx, flavor: string, regionHandle: string, now: Date) =>
  tx.execute(sql`UPDATE product_stock SET available = 0, rejected_until = ${new Date(now.getTime() + rejectionMs)}
    WHERE region_handle = ${regionHandle} AND product_id IN (SELECT id FROM product WHERE flavor = ${flavor})`);

/** Takes instances off the stock until the next catalog sync. Returns false when the stock is too low. */
export const reserveStock = async (
  tx: Tx,
  productId: string,
  regionHandle: string,
  quantity: number,
): Promise<boolean> =>
  (
    await tx.one<{ reserved: boolean }>(
      sql`SELECT reserve_stock(${productId}, ${regionHandle}, ${quantity}) AS reserved`,
    )
  ).reserved;

export interface OrderableImage {
  id: string;
  minDiskGb: number;
  minMemoryMb: number;
  inRegion: boolean;
}

/** `inRegion`: whether the region installs it for the variant. */
export const findOrderableImage = (
  tx: Tx,
  id: string,
  regionHandle: string,
  variant: Variant,
): Promise<OrderableImage | null> =>
  tx.maybeOne(sql`
    SELECT g.id, g.min_disk_gb AS "minDiskGb", g.min_memory_mb AS "minMemoryMb",
           CASE ${variant} WHEN 'bare_metal' THEN EXISTS (SELECT FROM bare_metal_image m WHERE m.image_id = g.id AND m.region_handle = ${regionHandle})
             ELSE EXISTS (SELECT FROM image_region r WHERE r.image_id = g.id AND r.region_handle = ${regionHandle}) END AS "inRegion"
      FROM image g WHERE g.id = ${id} AND g.status = 'active'`);

/** Returns the price of the product in that snapshot; null for a snapshot of another product. */
export const findSnapshotRate = (
  tx: Tx,
  priceSnapshotId: string,
  productId: string,
): Promise<{ rateMicrosPerHour: number } | null> =>
  tx.maybeOne(sql`SELECT rate_micros_per_hour AS "rateMicrosPerHour" FROM price_snapshot
    WHERE id = ${priceSnapshotId} AND product_id = ${productId}`);

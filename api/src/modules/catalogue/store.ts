import type { Image, Product, Region } from "#contracts/catalogue.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";
import { newestPrice } from "./order-lookups.ts";

export const listRegions = (tx: Tx): Promise<Region[]> =>
  tx.many(sql`
    SELECT r.handle, r.name, r.country, r.energy_source AS "energySource", r.grams_co2_per_kwh::float AS "gramsCo2PerKwh",
           r.latitude::float, r.longitude::float, CASE WHEN r.unreachable_since IS NULL THEN 'active' ELSE 'unreachable' END AS status,
           stock.stock
      FROM region r
     CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(json_build_object('productId', p.id, 'free', s.free) ORDER BY p.position, p.id), '[]') AS stock
         FROM product_stock s JOIN product p ON p.id = s.product_id AND p.status = 'active' WHERE s.region_handle = r.handle) stock
     ORDER BY r.position, r.handle`);

export const listProducts = (tx: Tx): Promise<Product[]> =>
  tx.many(sql`
    SELECT p.id, p.variant, p.name, p.family, p.gpu_model AS "gpuModel", p.gpu_count AS "gpuCount", p.vram_gb AS "vramGb", p.vcpu,
           p.memory_gb AS "memoryGb", p.disk_gb AS "diskGb", p.power_watts AS "powerWatts",
           price.rate_micros_per_hour AS "rateMicrosPerHour", price.id AS "priceSnapshotId", stock.stock,
           ${isoTimestamp("p.created_at")} AS "createdAt", ${isoTimestamp("p.updated_at")} AS "updatedAt"
      FROM product p
     CROSS JOIN ${newestPrice}
     CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(json_build_object('regionHandle', s.region_handle, 'free', s.free) ORDER BY r.position), '[]') AS stock
         FROM product_stock s JOIN region r ON r.handle = s.region_handle WHERE s.product_id = p.id AND s.offered) stock
     WHERE p.status = 'active' AND EXISTS (SELECT FROM product_stock s WHERE s.product_id = p.id AND s.offered) ORDER BY p.position, p.id`);

export const listImages = (tx: Tx): Promise<Image[]> =>
  tx.many(sql`
    SELECT g.id, g.family, g.name, g.version, g.architecture, g.min_disk_gb AS "minDiskGb", g.min_memory_mb AS "minMemoryMb",
           g.default_user AS "defaultUser", g.end_of_life::text AS "endOfLife", g.supports_security_keys AS "supportsSecurityKeys", places."regionHandles",
           ${isoTimestamp("g.created_at")} AS "createdAt", ${isoTimestamp("g.updated_at")} AS "updatedAt"
      FROM image g
     CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(i.region_handle ORDER BY r.position), '[]') AS "regionHandles"
         FROM image_region i JOIN region r ON r.handle = i.region_handle WHERE i.image_id = g.id) places
     WHERE g.status = 'active' ORDER BY g.position, g.id`);

/** SQL that fills an empty catalog. */
import { type Tx, sql } from "../../core/db/db.ts";
import type {
  RegionDefinition,
  ProductDefinition,
  ImageDefinition,
} from "./catalogue-definition.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";

/** Locks the catalog until the transaction ends. */
export const lockCatalogue = (tx: Tx): Promise<number> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('boreal catalogue'))`);

export const isCatalogueEmpty = async (tx: Tx): Promise<boolean> =>
  (
    await tx.one<{ empty: boolean }>(sql`SELECT NOT EXISTS (SELECT FROM region)
      AND NOT EXISTS (SELECT FROM product) AND NOT EXISTS (SELECT FROM image) AS empty`)
  ).empty;

export async function insertRegion(
  tx: Tx,
  region: RegionDefinition,
  position: number,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO region (handle, name, country, energy_sources, energy_certificate, grams_co2_per_kwh, latitude, longitude, position)
    VALUES (${region.handle}, ${region.name}, ${region.country}, ${[...region.energySources]}, ${region.energyCertificate},
      ${region.gramsCo2PerKwh}, ${region.latitude}, ${region.longitude}, ${position})`);
  await tx.execute(sql`
    INSERT INTO region_gpu (region_handle, gpu_model, gpu_count)
    SELECT ${region.handle}, model, n FROM unnest(${Object.keys(region.gpus)}::text[], ${Object.values(region.gpus)}::integer[]) AS installed (model, n)`);
}

export async function insertProduct(
  tx: Tx,
  now: Date,
  product: ProductDefinition,
  position: number,
): Promise<void> {
  const id = uuidv7(now);
  await tx.execute(sql`
    INSERT INTO product (id, variant, name, family, gpu_model, gpu_count, vram_gb, vcpu, memory_gb, disk_gb, power_watts, flavor, position,
      created_at, updated_at)
    VALUES (${id}, ${product.flavor === null ? "bare_metal" : "virtual_machine"}, ${product.name}, ${product.family}, ${product.gpuModel}, ${product.gpuCount},
      ${product.vramGb}, ${product.vcpu}, ${product.memoryGb}, ${product.diskGb}, ${product.powerWatts}, ${product.flavor}, ${position},
      ${now}, ${now})`);
  await tx.execute(sql`
    INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
    VALUES (${uuidv7(now)}, ${id}, ${product.rateMicrosPerHour}, ${now})`);
  await tx.execute(sql`
    INSERT INTO product_stock (product_id, region_handle) SELECT ${id}, unnest(${[...product.regionHandles]}::text[])`);
}

export async function insertImage(
  tx: Tx,
  now: Date,
  image: ImageDefinition,
  position: number,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO image (id, family, name, version, min_disk_gb, min_memory_mb, default_user, end_of_life, supports_security_keys, is_default,
      position, created_at, updated_at)
    VALUES (${uuidv7(now)}, ${image.family}, ${image.name}, ${image.version}, ${image.minDiskGb}, ${image.minMemoryMb},
      ${image.defaultUser}, ${image.endOfLife}, ${image.supportsSecurityKeys}, ${image.isDefault}, ${position}, ${now}, ${now})`);
}

/** SQL that applies the catalog definition. */
import { type Tx, sql, type Sql, raw } from "../../core/db/db.ts";
import type {
  CatalogueDefinition,
  RegionDefinition,
  ProductDefinition,
  ImageDefinition,
} from "./catalogue-definition.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";

/** Locks the catalog until the transaction ends. */
export const lockCatalogue = (tx: Tx): Promise<number> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('boreal catalogue'))`);

/**
 * Deactivates products and images that are no longer defined. Their rows remain, because instances reference
 * them.
 */
export async function deactivateUnlisted(
  tx: Tx,
  now: Date,
  definition: CatalogueDefinition,
): Promise<void> {
  await tx.execute(sql`UPDATE product SET status = 'inactive', updated_at = ${now}
    WHERE status = 'active' AND flavor <> ALL(${definition.products.map(({ flavor }) => flavor)})`);
  await tx.execute(sql`UPDATE image SET status = 'inactive', updated_at = ${now}
    WHERE status = 'active' AND name <> ALL(${definition.images.map(({ name }) => name)})`);
}

export async function upsertRegion(
  tx: Tx,
  region: RegionDefinition,
  position: number,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO region (handle, name, country, energy_source, grams_co2_per_kwh, latitude, longitude, position)
    VALUES (${region.handle}, ${region.name}, ${region.country}, ${region.energySource}, ${region.gramsCo2PerKwh},
      ${region.latitude}, ${region.longitude}, ${position})
    ON CONFLICT (handle) DO UPDATE SET name = excluded.name, country = excluded.country, energy_source = excluded.energy_source,
      grams_co2_per_kwh = excluded.grams_co2_per_kwh, latitude = excluded.latitude, longitude = excluded.longitude,
      position = excluded.position`);
}

export async function upsertProduct(
  tx: Tx,
  now: Date,
  product: ProductDefinition,
  position: number,
): Promise<void> {
  const { id } = await tx.one<{ id: string }>(sql`
    INSERT INTO product (id, variant, name, family, gpu_model, gpu_count, vram_gb, vcpu, memory_gb, disk_gb, power_watts, flavor, position,
      created_at, updated_at)
    VALUES (${uuidv7(now)}, 'virtual_machine', ${product.name}, ${product.family}, ${product.gpuModel}, ${product.gpuCount},
      ${product.vramGb}, ${product.vcpu}, ${product.memoryGb}, ${product.diskGb}, ${product.powerWatts}, ${product.flavor}, ${position},
      ${now}, ${now})
    ON CONFLICT (flavor) DO UPDATE SET name = excluded.name, family = excluded.family, gpu_model = excluded.gpu_model,
      gpu_count = excluded.gpu_count, vram_gb = excluded.vram_gb, vcpu = excluded.vcpu, memory_gb = excluded.memory_gb,
      disk_gb = excluded.disk_gb, power_watts = excluded.power_watts, position = excluded.position, status = 'active',
      updated_at = CASE WHEN ${changed("product")} THEN ${now}::timestamptz ELSE product.updated_at END
    RETURNING id`);
  const priced = await tx.execute(sql`
    INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
    SELECT ${uuidv7(now)}, ${id}, ${product.rateMicrosPerHour}, ${now}
     WHERE ${product.rateMicrosPerHour}::bigint IS DISTINCT FROM
       (SELECT rate_micros_per_hour FROM price_snapshot WHERE product_id = ${id} ORDER BY valid_from DESC, id DESC LIMIT 1)`);
  if (priced > 0) await tx.execute(sql`UPDATE product SET updated_at = ${now} WHERE id = ${id}`);
  await tx.execute(sql`
    INSERT INTO product_stock (product_id, region_handle) SELECT ${id}, unnest(${[...product.regionHandles]}::text[])
    ON CONFLICT DO NOTHING`);
  await tx.execute(
    sql`DELETE FROM product_stock WHERE product_id = ${id} AND region_handle <> ALL(${[...product.regionHandles]})`,
  );
}

export async function upsertImage(
  tx: Tx,
  now: Date,
  image: ImageDefinition,
  position: number,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO image (id, family, name, version, min_disk_gb, min_memory_mb, default_user, end_of_life, supports_security_keys, position, created_at, updated_at)
    VALUES (${uuidv7(now)}, ${image.family}, ${image.name}, ${image.version}, ${image.minDiskGb}, ${image.minMemoryMb},
      ${image.defaultUser}, ${image.endOfLife}, ${image.supportsSecurityKeys}, ${position}, ${now}, ${now})
    ON CONFLICT (family, version) DO UPDATE SET name = excluded.name, min_disk_gb = excluded.min_disk_gb,
      min_memory_mb = excluded.min_memory_mb, default_user = excluded.default_user, end_of_life = excluded.end_of_life,
      supports_security_keys = excluded.supports_security_keys,
      position = excluded.position, status = 'active',
      updated_at = CASE WHEN ${changed("image")} THEN ${now}::timestamptz ELSE image.updated_at END`);
}

/** Condition that the definition differs from the stored row, ignoring ids and timestamps. */
const changed = (table: "product" | "image"): Sql => {
  const comparable = (row: string) =>
    raw(`(to_jsonb(${row}) - 'id' - 'created_at' - 'updated_at')`);
  return sql`${comparable(table)} <> ${comparable("excluded")}`;
};

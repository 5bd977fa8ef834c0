/** Rows of the catalog that staff edit. */
import type { CatalogueStatus } from "#contracts/images.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { bareMetalRegion, type TestEnvironment } from "./test-environment.ts";

/** An image of a family of its own, which no region has. */
export async function insertTestImage(
  env: TestEnvironment,
  { status = "active", isDefault = false }: { status?: CatalogueStatus; isDefault?: boolean } = {},
): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("an image for a test", (tx) =>
    tx.execute(sql`
      INSERT INTO image (id, family, name, version, min_disk_gb, min_memory_mb, default_user, status, is_default, position, created_at, updated_at)
      VALUES (${id}, ${`family ${id}`}, ${`image ${id}`}, '1', 10, 1024, 'test', ${status}, ${isDefault}, 100, ${now}, ${now})`),
  );
  return id;
}

/** A virtual product of a flavor that no region has. */
export async function insertVirtualProduct(
  env: TestEnvironment,
  { status = "active", hasPrice = true }: { status?: CatalogueStatus; hasPrice?: boolean } = {},
): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("a product for a test", (tx) =>
    tx.execute(sql`
      INSERT INTO product (id, variant, name, family, vcpu, memory_gb, disk_gb, power_watts, flavor, status, position, created_at, updated_at)
      VALUES (${id}, 'virtual_machine', ${`product ${id}`}, 'CPU', 2, 8, 40, 12, ${`flavor-${id}`}, ${status}, 100, ${now}, ${now})`),
  );
  if (hasPrice) await insertPriceOf(env, id, now);
  return id;
}

export async function insertPriceOf(
  env: TestEnvironment,
  productId: string,
  validFrom: Date,
): Promise<string> {
  const id = uuidv7(env.clock.now());
  await env.db.withSystemRole("a price for a test", (tx) =>
    tx.execute(sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
      VALUES (${id}, ${productId}, 40000, ${validFrom})`),
  );
  return id;
}

export async function insertVolumeProduct(
  env: TestEnvironment,
  {
    status = "inactive",
    rateMicrosPerGbMonth = 80_000,
    isAtProvider = true,
  }: {
    status?: CatalogueStatus;
    rateMicrosPerGbMonth?: number | null;
    isAtProvider?: boolean;
  } = {},
): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("a type of block storage for a test", (tx) =>
    tx.execute(sql`
      INSERT INTO volume_product (id, region_handle, provider_type_id, name, status, rate_micros_per_gb_month, is_at_provider, checked_at, created_at, updated_at)
      VALUES (${id}, ${bareMetalRegion}, ${`type ${id}`}, ${`volume ${id}`}, ${status}, ${rateMicrosPerGbMonth}, ${isAtProvider}, ${now}, ${now}, ${now})`),
  );
  return id;
}

export const dayAhead = (env: TestEnvironment): Date =>
  new Date(env.clock.now().getTime() + 86_400_000);

/** Valid bodies of the endpoints of images, products and types of block storage. */
export const catalogueBodies = (env: () => TestEnvironment) => ({
  "images.create": () => {
    const name = `image ${uuidv7(env().clock.now())}`;
    return {
      family: name,
      name,
      version: "1",
      minDiskGb: 10,
      minMemoryMb: 1024,
      defaultUser: "test",
    };
  },
  "images.update": () => ({ minDiskGb: 12 }),
  "virtualProducts.addPrice": () => ({
    rateMicrosPerHour: 50_000,
    validFrom: dayAhead(env()).toISOString(),
  }),
  "virtualProducts.update": () => ({ family: "Changed" }),
  "volumeProducts.update": () => ({ minSizeGb: 2 }),
});

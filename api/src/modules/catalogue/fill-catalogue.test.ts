import { expect, test } from "vitest";
import { type Database, openDatabase, sql } from "../../core/db/db.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { catalogueDefinition } from "./catalogue-definition.ts";
import { fillCatalogue } from "./fill-catalogue.ts";

const start = new Date("2026-05-15T09:00:00.000Z");

async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url, poolSize: 4, onError: () => undefined });
  try {
    await work(db);
  } finally {
    await db.close();
    await database.drop();
  }
}
const fill = (db: Database) =>
  db.withSystemRole("a test starts a server", (tx) => fillCatalogue(tx, start));
const count = (db: Database) =>
  db.withSystemRole("a test counts", (tx) =>
    tx.one<object>(sql`SELECT (SELECT count(*) FROM region) AS regions, (SELECT count(*) FROM region_gpu) AS gpus,
      (SELECT count(*) FROM product) AS products, (SELECT count(*) FROM price_snapshot) AS prices, (SELECT count(*) FROM image) AS images,
      (SELECT count(*) FROM image WHERE is_default) AS defaults`),
  );

test("three servers that start together fill an empty database once", async () => {
  await withDatabase(async (db) => {
    await Promise.all([fill(db), fill(db), fill(db)]);
    const { regions, products, images } = catalogueDefinition;
    expect(await count(db)).toEqual({
      regions: regions.length,
      gpus: regions.reduce((sum, { gpus }) => sum + Object.keys(gpus).length, 0),
      products: products.length,
      prices: products.length,
      images: images.length,
      defaults: new Set(images.map(({ family }) => family)).size,
    });
  });
});

test("a catalog of which staff left only one region stays as it is", async () => {
  await withDatabase(async (db) => {
    await db.withSystemRole("a test inserts the only region", (tx) =>
      tx.execute(sql`INSERT INTO region (handle, name, country, energy_sources, grams_co2_per_kwh, latitude, longitude, position)
        VALUES ('own', 'Own', 'SE', '{wind}', 8, 60, 20, 1)`),
    );
    await fill(db);
    expect(await count(db)).toMatchObject({ regions: 1, products: 0, images: 0 });
  });
});

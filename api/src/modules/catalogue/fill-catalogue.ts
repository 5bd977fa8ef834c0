/** Fills an empty catalog at the first start. Afterwards the database is the truth, edited by staff. */
import type { Tx } from "../../core/db/db.ts";
import { type CatalogueDefinition, catalogueDefinition as ours } from "./catalogue-definition.ts";
import {
  insertImage,
  insertProduct,
  insertRegion,
  isCatalogueEmpty,
  lockCatalogue,
} from "./definition-store.ts";

/**
 * Inserts the definition if there is no region, product or image, and changes nothing otherwise. Requires
 * boreal_system. A lock serializes processes that start together.
 */
export async function fillCatalogue(
  tx: Tx,
  now: Date,
  definition: CatalogueDefinition = ours,
): Promise<void> {
  await lockCatalogue(tx);
  if (!(await isCatalogueEmpty(tx))) return;
  for (const [position, region] of definition.regions.entries())
    await insertRegion(tx, region, position);
  for (const [position, product] of definition.products.entries())
    await insertProduct(tx, now, product, position);
  for (const [position, image] of definition.images.entries())
    await insertImage(tx, now, image, position);
}

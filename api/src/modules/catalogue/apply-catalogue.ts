/** Brings the catalog tables to the definition; runs at each start of the server. */
import type { Tx } from "../../core/db/db.ts";
import { type CatalogueDefinition, catalogueDefinition as ours } from "./catalogue-definition.ts";
import {
  lockCatalogue,
  deactivateUnlisted,
  upsertRegion,
  upsertProduct,
  upsertImage,
} from "./definition-store.ts";

/**
 * Applies the catalog definition; idempotent. Requires boreal_system. A lock serializes processes that start
 * together.
 */
export async function applyCatalogue(
  tx: Tx,
  now: Date,
  definition: CatalogueDefinition = ours,
): Promise<void> {
  await lockCatalogue(tx);
  for (const [position, region] of definition.regions.entries())
    await upsertRegion(tx, region, position);
  for (const [position, product] of definition.products.entries())
    await upsertProduct(tx, now, product, position);
  for (const [position, image] of definition.images.entries())
    await upsertImage(tx, now, image, position);
  await deactivateUnlisted(tx, now, definition);
}

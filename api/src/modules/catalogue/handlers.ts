/** The catalog: applied from its definition at each start, and listed for orders. */
import type { api } from "#contracts/api.ts";
import type { Tx } from "../../core/db/db.ts";
import type { Handlers } from "../../core/http/handlers.ts";
import { type CatalogueDefinition, catalogueDefinition as ours } from "./catalogue-definition.ts";
import { listImages, listProducts, listRegions } from "./store.ts";
import {
  lockCatalogue,
  deactivateUnlisted,
  upsertRegion,
  upsertProduct,
  upsertImage,
} from "./definition-store.ts";

export const catalogueHandlers: Handlers<typeof api.catalogue> = {
  regions: async ({ tx }) => ({ data: await listRegions(tx) }),
  regionNames: async ({ tx }) => ({ data: await listRegions(tx) }),
  offer: async ({ tx }) => {
    const [regions, products, images] = await Promise.all([
      listRegions(tx),
      listProducts(tx),
      listImages(tx),
    ]);
    return { regions, products, images };
  },
};

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

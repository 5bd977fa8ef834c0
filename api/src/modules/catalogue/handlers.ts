/** Handlers of the catalog: regions, products and images that can be ordered. */
import type { api } from "#contracts/api.ts";
import type { Handlers } from "../../core/http/handlers.ts";
import { listImages, listProducts, listRegions } from "./store.ts";

export const catalogueHandlers: Handlers<typeof api.catalogue> = {
  regions: async ({ tx }) => ({ data: await listRegions(tx) }),
  regionNames: async ({ tx }) => ({ data: await listRegions(tx) }),
  offer: async ({ tx, now }) => {
    const [regions, products, images] = await Promise.all([
      listRegions(tx),
      listProducts(tx, now),
      listImages(tx),
    ]);
    return { regions, products, images };
  },
};

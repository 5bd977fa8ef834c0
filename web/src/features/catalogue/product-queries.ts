import { catalogue } from "#contracts/catalogue.ts";
import { virtualProducts } from "#contracts/virtual-products.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";

export const virtualProductQuery = (virtualProduct: string) =>
  endpointQuery(virtualProducts.view, { path: { virtualProduct } });

/** Queries to invalidate after a virtual product or one of its prices changed. */
export const changedByProduct = [virtualProducts.list, virtualProducts.view, catalogue.offer];

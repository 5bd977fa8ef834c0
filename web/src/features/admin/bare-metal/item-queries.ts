import { bareMetalItems, bareMetalProducts } from "#contracts/bare-metal-items.ts";
import { endpointQuery } from "../../../lib/api/api-client.ts";

export const itemQuery = (bareMetalItem: string) =>
  endpointQuery(bareMetalItems.view, { path: { bareMetalItem } });

export const productQuery = (bareMetalProduct: string) =>
  endpointQuery(bareMetalProducts.view, { path: { bareMetalProduct } });

/** Queries to invalidate after an item changed. */
export const changedByItem = [
  bareMetalItems.view,
  bareMetalItems.list,
  bareMetalProducts.list,
  bareMetalProducts.view,
];

/** Catalog lookups for other modules: products, prices, images and stock. */
export {
  type PricedProduct,
  findPricedProduct,
  withdrawFlavor,
  findOrderableImage,
  findSnapshotRate,
  findRegionState,
  findStock,
  reserveStock,
} from "./store.ts";

/** Catalog lookups for other modules: products, prices, images and stock. */
export {
  type PricedProduct,
  findPricedProduct,
  withdrawCapacity,
  withdrawFlavor,
  findOrderableImage,
  findSnapshotRate,
  findRegionState,
  findStock,
  reserveBareMetalItems,
  reserveStock,
} from "./store.ts";

import type { QueueFailReason, QueueReason } from "#contracts/queue.ts";
import type { Tx } from "../../../core/db/db.ts";
import {
  findOrderableImage,
  findPricedProduct,
  findRegionState,
  findStock,
} from "../../catalogue/order-lookups.ts";
import type { QueueChoice } from "./store.ts";
import type { WaitingOrder } from "./start-store.ts";

type Chosen =
  | { readonly choice: QueueChoice; readonly priceSnapshotId: string }
  | { readonly waits: QueueReason }
  | { readonly fails: QueueFailReason };

/** The first choice that is free within the price limit; otherwise what the preferred one waits for. */
export async function chooseProduct(tx: Tx, now: Date, order: WaitingOrder): Promise<Chosen> {
  const waits: QueueReason[] = [];
  for (const [position, product] of order.productIds.entries()) {
    const choice = { product, region: order.regionHandles[position] ?? "" };
    const priced = await findPricedProduct(tx, product, order.variant, now);
    const stock = await findStock(tx, product, choice.region);
    const image = await findOrderableImage(tx, order.imageId, choice.region, order.variant);
    const region = await findRegionState(tx, choice.region, order.variant);
    // A product that is withdrawn and offered again later is waited for while another choice remains.
    if (priced === null || stock === null || image?.inRegion !== true) continue;
    if (priced.rateMicrosPerHour > order.maxRateMicrosPerHour) waits.push("price");
    else if (region?.reachable !== true) waits.push("region");
    else if (stock.free !== null && stock.free < order.hostnames.length) waits.push("stock");
    else return { choice, priceSnapshotId: priced.priceSnapshotId };
  }
  const [first] = waits;
  return first === undefined ? { fails: "product_withdrawn" } : { waits: first };
}

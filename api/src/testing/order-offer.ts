/** Finds a product in stock and an image for it, for valid orders in tests. */
import { api } from "#contracts/api.ts";
import type { TestClient } from "./client.ts";

export interface OrderOffer {
  readonly product: string;
  /** Creates the body of an order of one instance. */
  order(more: { projectId?: string }): Promise<object>;
  /** Creates the body of an order that waits for one instance. */
  waitingOrder(more: { projectId?: string }): Promise<object>;
}

/** `minFree`: the stock must exceed this number of instances. */
export async function findOrderOffer(
  client: TestClient,
  minFree: number,
  makeKey: () => Promise<string>,
  /** The end of a waiting order. */
  expiresAt = "",
): Promise<OrderOffer> {
  const { products, images } = (await client.call(api.catalogue.offer, {})).data;
  let count = 0;
  for (const product of products.filter((one) => one.variant === "virtual_machine")) {
    const inStock = product.stock.find(({ free }) => free === null || free > minFree);
    const image = images.find(
      (one) =>
        inStock !== undefined &&
        one.regionHandles.includes(inStock.regionHandle) &&
        one.minDiskGb <= product.diskGb,
    );
    if (inStock === undefined || image === undefined) continue;
    const { regionHandle: region } = inStock;
    const { id, priceSnapshotId: price } = product;
    return {
      product: id,
      order: async (more) => {
        count += 1;
        return {
          region,
          virtualProduct: id,
          operatingsystem: image.id,
          hostname: [`matrix-${count}`],
          workspaceCredential: [await makeKey()],
          priceSnapshotId: price,
          ...more,
        };
      },
      waitingOrder: async (more) => {
        count += 1;
        return {
          choices: [{ region, product: id }],
          operatingsystem: image.id,
          hostname: [`waiting-matrix-${count}`],
          workspaceCredential: [await makeKey()],
          maxRateMicrosPerHour: 1_000_000,
          expiresAt,
          ...more,
        };
      },
    };
  }
  throw new Error("No product is available");
}

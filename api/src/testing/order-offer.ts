/** A product that is in stock, with an image for it: what a good order in a test names. */
import { api } from "#contracts/api.ts";
import type { TestClient } from "./client.ts";

export interface OrderOffer {
  readonly product: string;
  /** Body of an order of one instance. */
  order(more: { projectId?: string }): Promise<object>;
}

/** `minFree`: instances that can be ordered before it is sold out. */
export async function findOrderOffer(
  client: TestClient,
  minFree: number,
  makeKey: () => Promise<string>,
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
          hostname: [`walk-${count}`],
          workspaceCredential: [await makeKey()],
          priceSnapshotId: price,
          ...more,
        };
      },
    };
  }
  throw new Error("Nothing is sold");
}

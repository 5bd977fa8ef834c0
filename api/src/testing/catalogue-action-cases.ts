/** Action cases of images, products and types of block storage, in every state. */
import { imageActions } from "#contracts/actions/images.ts";
import { virtualProductActions } from "#contracts/actions/virtual-products.ts";
import { volumeProductActions } from "#contracts/actions/volume-products.ts";
import { api } from "#contracts/api.ts";
import { catalogueStatuses } from "#contracts/images.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import type { AuthorizationFixture } from "./actors.ts";
import {
  insertPriceOf,
  insertTestImage,
  insertVirtualProduct,
  insertVolumeProduct,
} from "./catalogue.ts";
import type { TestClient } from "./client.ts";
import type { TestEnvironment } from "./test-environment.ts";

export function catalogueActionCases(
  env: TestEnvironment,
  { workspace }: AuthorizationFixture,
): ActionCase[] {
  const define = actionCase(env, workspace.handle);
  const unique = () => uuidv7(env.clock.now());
  const image = {
    objects: {
      ...Object.fromEntries(
        catalogueStatuses.map((status) => [
          status,
          async () => ({ image: await insertTestImage(env, { status }) }),
        ]),
      ),
      default: async () => ({ image: await insertTestImage(env, { isDefault: true }) }),
      missing: async () => ({ image: unique() }),
    },
    view: async (client: TestClient, path: ObjectPath) =>
      shown(await client.call(api.images.view, { path: { image: path["image"] ?? "" } })),
  };
  const volumeProduct = {
    objects: {
      ...Object.fromEntries(
        catalogueStatuses.map((status) => [
          status,
          async () => ({ volumeProduct: await insertVolumeProduct(env, { status }) }),
        ]),
      ),
      "without a price": async () => ({
        volumeProduct: await insertVolumeProduct(env, { rateMicrosPerGbMonth: null }),
      }),
      "gone at the provider": async () => ({
        volumeProduct: await insertVolumeProduct(env, { isAtProvider: false }),
      }),
      missing: async () => ({ volumeProduct: unique() }),
    },
    view: async (client: TestClient, { volumeProduct: search = "" }: ObjectPath) =>
      shown(
        await client.call(api.volumeProducts.list, {
          query: { search, status: catalogueStatuses.join(",") },
        }),
      )?.data[0] ?? null,
  };
  const viewProduct = async (client: TestClient, { virtualProduct = "" }: ObjectPath) =>
    shown(await client.call(api.virtualProducts.view, { path: { virtualProduct } }));
  const virtualProduct = {
    objects: {
      ...Object.fromEntries(
        catalogueStatuses.map((status) => [
          status,
          async () => ({ virtualProduct: await insertVirtualProduct(env, { status }) }),
        ]),
      ),
      "inactive without a price": async () => ({
        virtualProduct: await insertVirtualProduct(env, { status: "inactive", hasPrice: false }),
      }),
      missing: async () => ({ virtualProduct: unique() }),
    },
    view: viewProduct,
  };
  const hour = 3_600_000;
  const priceAt = (aheadMs: number) => async () => {
    const productId = await insertVirtualProduct(env);
    const validFrom = new Date(env.clock.now().getTime() + aheadMs);
    return { virtualProduct: productId, price: await insertPriceOf(env, productId, validFrom) };
  };
  return [
    define("virtualProducts.addPrice", virtualProductActions.addPrice, {
      ...virtualProduct,
      body: () => ({
        rateMicrosPerHour: 50_000,
        validFrom: new Date(env.clock.now().getTime() + hour).toISOString(),
      }),
    }),
    define("virtualProducts.cancelPrice", virtualProductActions.cancelPrice, {
      objects: {
        scheduled: priceAt(hour),
        past: priceAt(-hour),
        missing: async () => ({ virtualProduct: await insertVirtualProduct(env), price: unique() }),
      },
      view: async (client, path) =>
        (await viewProduct(client, path))?.prices.find(({ id }) => id === path["price"]) ?? null,
    }),
    define("virtualProducts.update", virtualProductActions.update, {
      ...virtualProduct,
      body: () => ({ name: "Renamed" }),
    }),
    define("virtualProducts.activate", virtualProductActions.activate, virtualProduct),
    define("virtualProducts.deactivate", virtualProductActions.deactivate, virtualProduct),
    define("images.edit", imageActions.edit, { ...image, body: () => ({ minDiskGb: 12 }) }),
    define("images.makeDefault", imageActions.makeDefault, {
      ...image,
      body: () => ({ isDefault: true }),
    }),
    define("images.activate", imageActions.activate, image),
    define("images.deactivate", imageActions.deactivate, image),
    define("images.remove", imageActions.remove, image),
    define("images.restore", imageActions.restore, image),
    define("volumeProducts.edit", volumeProductActions.edit, {
      ...volumeProduct,
      body: () => ({ minSizeGb: 2 }),
    }),
    define("volumeProducts.activate", volumeProductActions.activate, volumeProduct),
    define("volumeProducts.deactivate", volumeProductActions.deactivate, volumeProduct),
    define("volumeProducts.remove", volumeProductActions.remove, volumeProduct),
    define("volumeProducts.restore", volumeProductActions.restore, volumeProduct),
  ];
}

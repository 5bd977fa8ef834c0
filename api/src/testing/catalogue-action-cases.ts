/** Action cases of images and types of block storage, in every state. */
import { imageActions } from "#contracts/actions/images.ts";
import { volumeProductActions } from "#contracts/actions/volume-products.ts";
import { api } from "#contracts/api.ts";
import { catalogueStatuses } from "#contracts/images.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import type { AuthorizationFixture } from "./actors.ts";
import { insertTestImage, insertVolumeProduct } from "./catalogue.ts";
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
  return [
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

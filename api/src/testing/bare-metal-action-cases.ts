/** Action cases of bare-metal items, in every state. */
import {
  bareMetalItemActions,
  bareMetalProductActions,
} from "#contracts/actions/bare-metal-items.ts";
import { itemStates } from "#contracts/bare-metal-items.ts";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import type { AuthorizationFixture } from "./actors.ts";
import { insertItem, readMetalProductId } from "./bare-metal.ts";
import type { TestClient } from "./client.ts";
import { insertInstance } from "./instances.ts";
import { bareMetalRegion, type TestEnvironment } from "./test-environment.ts";
import { createUser } from "./users.ts";

export function bareMetalActionCases(
  env: TestEnvironment,
  { workspace }: AuthorizationFixture,
): ActionCase[] {
  const define = actionCase(env, workspace.handle);
  const unique = () => uuidv7(env.clock.now());
  const pathOf = async (bareMetalItem: string): Promise<ObjectPath> => ({
    bareMetalItem,
    bareMetalProduct: await readMetalProductId(env),
  });

  const createHeld = async (state: "reserved" | "in_use") => {
    const id = await insertItem(env);
    const creator = await createUser(env, `p-${unique()}@matrix.test`);
    const instance = await insertInstance(env, workspace, creator, { hostname: `m-${unique()}` });
    await env.db.withSystemRole("a state for a test", (tx) =>
      tx.execute(sql`UPDATE bare_metal_item SET state = ${state}, instance_id = ${instance}, has_customer_data = ${state === "in_use"}
        WHERE id = ${id}`),
    );
    return pathOf(id);
  };
  const create = async (state: (typeof itemStates)[number], hasCustomerData = false) =>
    state === "reserved" || state === "in_use"
      ? createHeld(state)
      : pathOf(await insertItem(env, { state, hasCustomerData }));
  const objects = {
    ...Object.fromEntries(itemStates.map((state) => [state, () => create(state)] as const)),
    "in maintenance, not erased": () => create("maintenance", true),
    "broken, not erased": () => create("broken", true),
    missing: () => pathOf(unique()),
  };
  const view = async (client: TestClient, { bareMetalItem = "" }: ObjectPath) =>
    shown(await client.call(api.bareMetalItems.view, { path: { bareMetalItem } }));
  const item = { objects, view };

  const createProduct = async (status: string) => {
    const bareMetalProduct = unique();
    await env.db.withSystemRole("a product for a test", (tx) =>
      tx.execute(sql`INSERT INTO product (id, variant, name, family, vcpu, memory_gb, disk_gb, power_watts, status, position, created_at, updated_at)
        VALUES (${bareMetalProduct}, 'bare_metal', ${`p ${bareMetalProduct}`}, 'CPU', 8, 16, 100, 200, ${status}, 100, ${env.clock.now()}, ${env.clock.now()})`),
    );
    return { bareMetalProduct };
  };
  const products = {
    active: () => createProduct("active"),
    inactive: () => createProduct("inactive"),
    deleted: () => createProduct("deleted"),
    missing: async () => ({ bareMetalProduct: unique() }),
  };

  return [
    define("bareMetalProducts.addItem", bareMetalProductActions.addItem, {
      objects: products,
      view: async (client, { bareMetalProduct = "" }) =>
        shown(await client.call(api.bareMetalProducts.view, { path: { bareMetalProduct } })),
      body: () => ({
        region: bareMetalRegion,
        serial: `serial ${unique()}`,
        foremanHost: `${unique()}.test`,
        diskCount: 2,
      }),
    }),
    define("bareMetalItems.edit", bareMetalItemActions.edit, {
      ...item,
      body: () => ({ rack: "B7" }),
    }),
    define("bareMetalItems.editHost", bareMetalItemActions.editHost, {
      ...item,
      body: () => ({ serial: `serial ${unique()}` }),
    }),
    define("bareMetalItems.makeAvailable", bareMetalItemActions.makeAvailable, {
      ...item,
      body: () => ({ state: "available" }),
    }),
    define("bareMetalItems.sendToMaintenance", bareMetalItemActions.sendToMaintenance, {
      ...item,
      body: () => ({ state: "maintenance", reason: "New power supply" }),
    }),
    define("bareMetalItems.markBroken", bareMetalItemActions.markBroken, {
      ...item,
      body: () => ({ state: "broken", reason: "No lights" }),
    }),
    define("bareMetalItems.retryErasure", bareMetalItemActions.retryErasure, item),
    define("bareMetalItems.retire", bareMetalItemActions.retire, item),
    define("bareMetalItems.retireFromProduct", bareMetalItemActions.retireFromProduct, item),
  ];
}

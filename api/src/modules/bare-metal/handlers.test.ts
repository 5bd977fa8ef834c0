/** Bare-metal products and items for staff: lists, history, what an item needs to be sold, and its state changes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import {
  addItems,
  insertItem,
  metalProduct,
  orderMetal,
  placeMetalOrder,
  readMetalProductId,
} from "../../testing/bare-metal.ts";
import { createOrderContext, getInstance } from "../../testing/order-instances.ts";
import {
  bareMetalRegion,
  startTestEnvironment,
  type TestEnvironment,
} from "../../testing/test-environment.ts";
import { createUser, reauthenticate, type TestUser } from "../../testing/users.ts";

let env: TestEnvironment;
let admin: TestUser;
let context: Awaited<ReturnType<typeof createOrderContext>>;
let product: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  context = await createOrderContext(env);
  product = await readMetalProductId(env);
  Object.assign(env.foreman.state.timings, { installMs: 60_000, eraseMs: 120_000 });
});
afterAll(() => env.stop());

const list = async (query: object) =>
  (await admin.client.call(api.bareMetalItems.list, { query: { product, ...query } })).data;
const itemId = async (search: string) => (await list({ search })).data[0]?.id ?? "";
const view = async (bareMetalItem: string) =>
  (await admin.client.call(api.bareMetalItems.view, { path: { bareMetalItem } })).data;
const update = (bareMetalItem: string, body: object) =>
  admin.client.call(api.bareMetalItems.update, { path: { bareMetalItem }, body });
const retry = (bareMetalItem: string) =>
  admin.client.call(api.bareMetalItems.retryErasure, { path: { bareMetalItem } });
const unmet = async (id: string) =>
  (await view(id)).checks.filter(({ isMet }) => !isMet).map(({ check }) => check);
const add = (body: object) =>
  admin.client.call(api.bareMetalProducts.addItem, {
    path: { bareMetalProduct: product },
    body: {
      region: bareMetalRegion,
      serial: "NEW-1",
      foremanHost: "new-1.test",
      diskCount: 2,
      ...body,
    },
  });
const recorded = async (action: string) =>
  (
    await env.db.withSystemRole("a test reads the record", (tx) =>
      tx.many<{ name: string; changes: { field: string; from: unknown; to: unknown }[] }>(
        sql`SELECT target_name AS name, changes FROM audit_event WHERE action = ${action} AND result = 'ok' ORDER BY at, id`,
      ),
    )
  ).at(-1);

test("an added item is sold once staff make it available; names that another item has are rejected", async () => {
  const added = await add({ rack: "A4", note: "Second power supply missing" });
  expect(added.status).toBe(201);
  expect(added.data).toMatchObject({
    state: "maintenance",
    stateReason: null,
    rack: "A4",
    product: { name: metalProduct },
    region: { handle: bareMetalRegion, name: "Luleå" },
  });
  expect(await unmet(added.data.id)).toEqual(["state"]);
  const errorsOf = async (body: object) => Object.keys((await add(body)).fields);
  expect(await errorsOf({ foremanHost: "other.test" })).toEqual(["serial"]);
  expect(await errorsOf({ serial: "NEW-2" })).toEqual(["foremanHost"]);
  expect(await errorsOf({ serial: "NEW-2", region: "nowhere" })).toEqual(["region"]);
  expect(await errorsOf({ serial: " ", foremanHost: "a\u0000b", diskCount: 0 })).toEqual([
    "serial",
    "foremanHost",
    "diskCount",
  ]);

  expect((await update(added.data.id, { state: "available" })).data.state).toBe("available");
  expect(await unmet(added.data.id)).toEqual([]);
  expect(await recorded("bareMetalItems.update")).toMatchObject({
    name: "NEW-1",
    changes: [{ field: "state", from: "maintenance", to: "available" }],
  });
  const products = await admin.client.call(api.bareMetalProducts.list, {});
  const shown = products.data.data.find(({ id }) => id === product);
  expect(shown?.itemCounts).toMatchObject({ available: 1, maintenance: 0, in_use: 0 });
  const one = await admin.client.call(api.bareMetalProducts.view, {
    path: { bareMetalProduct: product },
  });
  expect(one.data.itemCounts).toEqual(shown?.itemCounts);
  expect(one.data.items).toMatchObject([
    { serial: "NEW-1", foremanHost: "new-1.test", rack: "A4", state: "available" },
  ]);

  // Of two requests with one name at once, one adds the item.
  const same = { serial: "TWICE", foremanHost: "twice.test" };
  const both = await Promise.all([add(same), add(same)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);

  const twice = await itemId("TWICE");
  for (const id of [added.data.id, twice])
    expect(
      (await admin.client.call(api.bareMetalItems.retire, { path: { bareMetalItem: id } })).status,
    ).toBe(204);
  expect((await list({})).data).toEqual([]);
  expect((await list({ state: "retired" })).meta.total).toBe(2);
  const withoutItems = await admin.client.call(api.bareMetalProducts.view, {
    path: { bareMetalProduct: product },
  });
  expect(withoutItems.data).toMatchObject({ items: [], itemCounts: { retired: 2 } });
  // Its names are free again.
  const again = await add({});
  expect(again.status).toBe(201);
  const path = { bareMetalProduct: product, bareMetalItem: again.data.id };
  expect((await admin.client.call(api.bareMetalProducts.retireItem, { path })).status).toBe(204);
});

test("an item in use is neither removed nor taken out of sale, and its history has what happened to it", async () => {
  await addItems(env, "used.test");
  const instance = await orderMetal(context.owner.client, { ...context, hostname: ["metal-1"] });
  const id = await itemId("used.test");
  await env.advanceTime(120, 10);
  expect(await unmet(id)).toEqual(["state", "unused", "erased"]);
  expect((await view(id)).instance).toMatchObject({ id: instance.id, hostname: "metal-1" });
  const retired = await admin.client.call(api.bareMetalItems.retire, {
    path: { bareMetalItem: id },
  });
  const sent = await update(id, { state: "maintenance", reason: "Dust" });
  const renamed = await update(id, { serial: "OTHER" });
  for (const { status, json } of [retired, sent, renamed]) {
    expect(status).toBe(409);
    expect(json).toMatchObject({ reason: "item_is_in_use" });
  }
  expect((await update(id, { rack: "B9", note: "Fan is loud" })).data).toMatchObject({
    rack: "B9",
    note: "Fan is loud",
    state: "in_use",
  });

  await context.owner.client.call(api.instances.terminate, {
    path: { workspace: context.workspace.handle, instance: instance.id },
  });
  await env.advanceTime(400, 10);
  const erased = await view(id);
  expect(erased).toMatchObject({ state: "available", hasCustomerData: false, instance: null });
  const story = erased.events.map(({ kind, state }) => `${kind} ${state}`).reverse();
  expect(story).toEqual([
    "state available",
    "state reserved",
    "state in_use",
    "installation_requested in_use",
    "installed in_use",
    "state erasing",
    "installation_requested erasing",
    "installed erasing",
    "state available",
  ]);
  expect(erased.events.at(-2)?.instance).toMatchObject({ hostname: "metal-1" });
  expect(erased.erasures).toMatchObject([
    {
      status: "complete",
      instance: { hostname: "metal-1", workspace: { handle: context.workspace.handle } },
      certificate: { serialsSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  ]);
  expect(erased.commands).toMatchObject([{ kind: "erase", status: "succeeded", error: null }]);
});

test("a failed erasure is retried by staff, and the customer gets the certificate of the later one", async () => {
  const id = await itemId("used.test");
  const instance = await orderMetal(context.owner.client, { ...context, hostname: ["metal-2"] });
  await env.advanceTime(120, 10);
  const host = env.foreman.state.find("used.test");
  if (host === undefined) throw new Error("The host does not exist");
  const { disks } = host;
  // One of the disks has failed.
  host.disks = disks.slice(0, 1);
  await context.owner.client.call(api.instances.terminate, {
    path: { workspace: context.workspace.handle, instance: instance.id },
  });
  await env.advanceTime(1200, 30);
  await reauthenticate(env, admin);
  expect(await view(id)).toMatchObject({
    state: "maintenance",
    stateReason: "erasure: 1 of 2 disks were reported as erased",
    commands: [{ status: "failed", failedStep: "erase", error: { code: "erasure_failed" } }, {}],
  });
  expect(await unmet(id)).toEqual(["state", "erased"]);
  const early = await update(id, { state: "available" });
  expect(early.status).toBe(409);
  expect(early.json).toMatchObject({ reason: "item_not_erased" });
  const sale = await placeMetalOrder(context.owner.client, { ...context, hostname: ["metal-3"] });
  expect(sale.status).toBe(422);

  host.disks = disks;
  const both = await Promise.all([retry(id), retry(id)]);
  expect(both.map(({ status }) => status)).toEqual([202, 202]);
  await env.advanceTime(400, 10);
  expect(await view(id)).toMatchObject({ state: "available", hasCustomerData: false });
  expect((await view(id)).commands.map(({ status }) => status)).toEqual([
    "succeeded",
    "failed",
    "succeeded",
  ]);
  const shown = await getInstance(context.owner.client, context.workspace, instance.id);
  expect(shown.erasure).toMatchObject({ status: "complete" });
  const clean = await retry(id);
  expect(clean.status).toBe(409);
  expect(clean.json).toMatchObject({ reason: "item_is_erased" });
});

test("maintenance needs a reason, and an order meanwhile does not get the item", async () => {
  const id = await itemId("used.test");
  const without = await update(id, { state: "maintenance" });
  expect(without.fields).toEqual({ reason: "required" });
  expect((await view(id)).state).toBe("available");
  const [order, sent] = await Promise.all([
    placeMetalOrder(context.owner.client, { ...context, hostname: ["metal-4"] }),
    update(id, { state: "maintenance", reason: "New disk" }),
  ]);
  // One of the two gets the item.
  expect([
    [202, 409],
    [422, 200],
  ]).toContainEqual([order.status, sent.status]);
  const item = await view(id);
  expect(item.instance === null).toBe(sent.status === 200);
});

test("items are found by serial number, host, rack and hostname, and sorted in natural order", async () => {
  const made = await Promise.all(Array.from({ length: 2 }, () => insertItem(env)));
  await update(made[0] ?? "", { serial: "S-10", rack: "Z1" });
  await update(made[1] ?? "", { serial: "S-2", rack: "Z1" });
  const serials = async (query: object) => (await list(query)).data.map(({ serial }) => serial);
  expect(await serials({ search: "z1" })).toEqual(["S-2", "S-10"]);
  expect(await serials({ search: "z1", orderBy: "-serial" })).toEqual(["S-10", "S-2"]);
  expect(await serials({ search: "S-2" })).toEqual(["S-2"]);
  expect(await serials({ regionHandle: "keflavik" })).toEqual([]);
  expect(await serials({ search: "%" })).toEqual([]);
});

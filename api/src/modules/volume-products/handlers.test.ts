/** Types of block storage for staff: found by the sync, sold with a price, kept when the provider loses them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { createOrderContext, orderInstance } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, type TestUser } from "../../testing/users.ts";

let env: TestEnvironment;
let admin: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  for (const region of ["lulea", "keflavik", "kajaani"]) await sync(region);
});
afterAll(() => env.stop());

const sync = (regionHandle: string) => env.worker.tasks["catalogue.sync_volumes"]({ regionHandle });
const list = async (query: object = {}) =>
  (await admin.client.call(api.volumeProducts.list, { query })).data;
const product = async (name: string, regionHandle = "lulea") => {
  const { data } = await list({ search: name, regionHandle, status: "active,inactive,deleted" });
  const [found] = data;
  if (found === undefined) throw new Error(`No type ${name}`);
  return found;
};
const update = (volumeProduct: string, body: object) =>
  admin.client.call(api.volumeProducts.update, { path: { volumeProduct }, body });
const change = (action: "activate" | "deactivate" | "restore", volumeProduct: string) =>
  admin.client.call(api.volumeProducts[action], { path: { volumeProduct } });
const remove = (volumeProduct: string) =>
  admin.client.call(api.volumeProducts.remove, { path: { volumeProduct } });

test("the sync finds the types of each region, and none in a region without block storage", async () => {
  const { data, meta } = await list({ orderBy: "region" });
  expect(meta.perPage).toBe(15);
  expect(
    data.map(({ name, region, status }) => `${region.handle} ${name} ${status}`).sort(),
  ).toEqual([
    "kajaani __DEFAULT__ inactive",
    "kajaani performance inactive",
    "kajaani standard inactive",
    "lulea __DEFAULT__ inactive",
    "lulea performance inactive",
    "lulea standard inactive",
  ]);
  expect(await product("performance")).toMatchObject({
    region: { handle: "lulea", name: "Luleå" },
    description: "Replicated NVMe disks",
    status: "inactive",
    rateMicrosPerGbMonth: null,
    minSizeGb: 1,
    maxSizeGb: 1024,
    isAtProvider: true,
    impact: { volumes: 0, sizeGb: 0 },
  });
  expect((await list({ search: "performance", regionHandle: "kajaani" })).meta.total).toBe(1);
  expect((await list({ search: "_" })).data.map(({ name }) => name)).toEqual([
    "__DEFAULT__",
    "__DEFAULT__",
  ]);
});

test("a type is sold once it has a price, and the sync keeps what staff set", async () => {
  const { id } = await product("performance");
  const early = await change("activate", id);
  expect([early.status, early.json]).toMatchObject([409, { reason: "volume_product_no_price" }]);
  const errors = async (body: object) => Object.keys((await update(id, body)).fields);
  expect(
    await errors({ rateMicrosPerGbMonth: -1, minSizeGb: 0, maxSizeGb: 1.5, name: "x" }),
  ).toEqual(expect.arrayContaining(["rateMicrosPerGbMonth", "minSizeGb", "maxSizeGb", "name"]));
  expect(await errors({ minSizeGb: 20, maxSizeGb: 10 })).toEqual(["maxSizeGb"]);
  expect(await errors({ minSizeGb: 2000 })).toEqual(["minSizeGb"]);
  // Two changes of different fields at once are both kept.
  await Promise.all([
    update(id, { rateMicrosPerGbMonth: 120_000 }),
    update(id, { minSizeGb: 10 }),
    update(id, { maxSizeGb: 4096 }),
  ]);
  expect((await change("activate", id)).data).toMatchObject({
    status: "active",
    rateMicrosPerGbMonth: 120_000,
    minSizeGb: 10,
    maxSizeGb: 4096,
  });
  const before = await product("performance");
  env.clock.advance(60_000);
  await sync("lulea");
  expect(await product("performance")).toEqual({
    ...before,
    checkedAt: env.clock.now().toISOString(),
  });
  expect((await change("activate", id)).status).toBe(200);
});

test("a type is deactivated, deleted, and restored; a repeated request changes nothing", async () => {
  const { id } = await product("standard");
  await update(id, { rateMicrosPerGbMonth: 40_000 });
  await change("activate", id);
  expect((await change("deactivate", id)).data.status).toBe("inactive");
  await change("activate", id);
  const both = await Promise.all([remove(id), remove(id)]);
  expect(both.map(({ status }) => status)).toEqual([204, 204]);
  expect((await list({ search: "standard", regionHandle: "lulea" })).data).toEqual([]);
  expect((await list({ status: "deleted" })).data.map(({ name }) => name)).toEqual(["standard"]);
  for (const { json } of [await change("activate", id), await update(id, { minSizeGb: 2 })])
    expect(json).toMatchObject({ reason: "volume_product_is_deleted" });
  // The sync does not bring it back.
  await sync("lulea");
  expect((await product("standard")).status).toBe("deleted");
  expect((await change("restore", id)).data).toMatchObject({
    status: "inactive",
    rateMicrosPerGbMonth: 40_000,
  });
  const events = await env.db.withSystemRole("a test reads the record", (tx) =>
    tx.many<{ action: string; name: string; changes: unknown[] }>(
      sql`SELECT action, target_name AS name, changes FROM audit_event WHERE action IN ('volumeProducts.remove', 'volumeProducts.restore')
        ORDER BY action, jsonb_array_length(changes) DESC`,
    ),
  );
  expect(events).toEqual([
    {
      action: "volumeProducts.remove",
      name: "standard (Luleå)",
      changes: [{ field: "status", from: "active", to: "deleted" }],
    },
    { action: "volumeProducts.remove", name: "standard (Luleå)", changes: [] },
    {
      action: "volumeProducts.restore",
      name: "standard (Luleå)",
      changes: [{ field: "status", from: "deleted", to: "inactive" }],
    },
  ]);
});

test("a type that the provider no longer has keeps its row and can't be sold; an outage changes nothing", async () => {
  const { id } = await product("standard", "kajaani");
  await update(id, { rateMicrosPerGbMonth: 40_000 });
  env.emulator.state.deletedVolumeTypes.add("kajaani standard");
  await sync("kajaani");
  expect(await product("standard", "kajaani")).toMatchObject({ id, isAtProvider: false });
  expect((await change("activate", id)).json).toMatchObject({ reason: "volume_type_missing" });
  env.emulator.state.deletedVolumeTypes.clear();
  env.emulator.faults.add({
    match: { region: "kajaani" },
    kind: "down",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  const before = await product("standard", "kajaani");
  await sync("kajaani");
  expect(await product("standard", "kajaani")).toEqual(before);
  env.emulator.faults.clear();
  await sync("kajaani");
  expect((await change("activate", id)).data.status).toBe("active");
});

test("volumes of a type are counted", async () => {
  const context = await createOrderContext(env);
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE product SET flavor = 'volume-2', disk_gb = 50 WHERE flavor = 'cpu-2' AND status <> 'deleted'`,
    ),
  );
  await env.worker.tasks["catalogue.sync"]({ regionHandle: "lulea" });
  for (const hostname of ["one", "two"])
    await orderInstance(context.owner.client, {
      ...context,
      hostname: [hostname],
      product: "2 vCPU",
    });
  await env.advanceTime(60);
  await sync("lulea");
  expect((await product("__DEFAULT__")).impact).toEqual({ volumes: 2, sizeGb: 100 });
});

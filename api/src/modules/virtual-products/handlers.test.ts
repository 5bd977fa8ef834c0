/** Virtual products for staff: prices from a date on, which instances keep, and what customers are offered. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { createOrderContext, findProduct, placeOrder } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, type TestUser } from "../../testing/users.ts";

let env: TestEnvironment;
let admin: TestUser;
let context: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  context = await createOrderContext(env);
});
afterAll(() => env.stop());

const list = async (query: object = {}) =>
  (await admin.client.call(api.virtualProducts.list, { query })).data;
const idOf = async (name: string) => (await list({ search: name })).data[0]?.id ?? "";
const view = async (virtualProduct: string) =>
  (await admin.client.call(api.virtualProducts.view, { path: { virtualProduct } })).data;
const addPrice = (virtualProduct: string, body: object) =>
  admin.client.call(api.virtualProducts.addPrice, {
    path: { virtualProduct },
    body: { rateMicrosPerHour: 50_000, ...body },
  });
const cancelPrice = (virtualProduct: string, price: string) =>
  admin.client.call(api.virtualProducts.cancelPrice, { path: { virtualProduct, price } });
const inMinutes = (minutes: number) =>
  new Date(env.clock.now().getTime() + minutes * 60_000).toISOString();
const offered = async () =>
  (await context.owner.client.call(api.catalogue.offer, {})).data.products.map(({ name }) => name);

test("the list has virtual products with price, next price, and regions", async () => {
  const { data, meta } = await list({ orderBy: "rate" });
  expect(meta.perPage).toBe(15);
  expect(data[0]).toMatchObject({
    name: "2 vCPU",
    flavor: "cpu-2",
    status: "active",
    rateMicrosPerHour: 40_000,
    nextPrice: null,
    instanceCount: 0,
  });
  expect(data[0]?.regions.map(({ regionHandle, isOffered }) => [regionHandle, isOffered])).toEqual([
    ["lulea", true],
    ["keflavik", true],
    ["kajaani", true],
  ]);
  expect(data.some(({ name }) => name.includes("bare metal"))).toBe(false);
  expect((await list({ search: "%" })).data).toEqual([]);
  expect((await list({ regionHandle: "keflavik", search: "H200" })).data).toEqual([]);
});

test("a scheduled price holds from its date, and instances keep the price of their order", async () => {
  const id = await idOf("2 vCPU");
  const before = await placeOrder(context.owner.client, {
    ...context,
    product: "2 vCPU",
    hostname: ["before"],
  });
  const validFrom = inMinutes(5);
  const added = await addPrice(id, { rateMicrosPerHour: 55_000, validFrom });
  expect(added.status).toBe(201);
  expect(added.data).toMatchObject({
    rateMicrosPerHour: 40_000,
    nextPrice: { rateMicrosPerHour: 55_000, validFrom },
    impact: { instances: 1, workspaces: 1, waitingOrders: 0 },
  });
  expect(added.data.prices).toMatchObject([
    { rateMicrosPerHour: 55_000, validFrom, validUntil: null },
    { rateMicrosPerHour: 40_000, validUntil: validFrom },
  ]);
  expect(await findProduct(context.owner.client, "2 vCPU")).toMatchObject({
    rateMicrosPerHour: 40_000,
    priceValidUntil: validFrom,
  });
  env.clock.advance(5 * 60_000);
  expect(await view(id)).toMatchObject({ rateMicrosPerHour: 55_000, nextPrice: null });
  expect((await findProduct(context.owner.client, "2 vCPU")).rateMicrosPerHour).toBe(55_000);
  const [instance] = before.data.instances;
  const kept = await context.owner.client.call(api.instances.view, {
    path: { workspace: context.workspace.handle, instance: instance?.id ?? "" },
  });
  expect(kept.data.hourlyRate).toBe(40_000);
  // Once it holds, it can't be taken back: orders may refer to it.
  const held = (await view(id)).prices[0]?.id ?? "";
  expect((await cancelPrice(id, held)).json).toMatchObject({ reason: "price_holds_already" });
});

test("a price without a date holds at once, and a scheduled one can be canceled", async () => {
  const id = await idOf("4 vCPU");
  expect((await addPrice(id, { rateMicrosPerHour: 90_000 })).data.rateMicrosPerHour).toBe(90_000);
  const { data } = await addPrice(id, { rateMicrosPerHour: 95_000, validFrom: inMinutes(5) });
  const price = data.prices[0]?.id ?? "";
  const elsewhere = await idOf("8 vCPU");
  expect((await cancelPrice(elsewhere, price)).status).toBe(404);
  const both = await Promise.all([cancelPrice(id, price), cancelPrice(id, price)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await view(id)).nextPrice).toBeNull();
  const recorded = await env.db.withSystemRole("a test reads the record", (tx) =>
    tx.one<{ name: string; changes: unknown[] }>(
      sql`SELECT target_name AS name, changes FROM audit_event WHERE action = 'virtualProducts.cancelPrice' AND result = 'ok'`,
    ),
  );
  expect(recorded).toMatchObject({
    name: "4 vCPU",
    changes: [{ field: "rateMicrosPerHour", from: 95_000, to: null }, { field: "validFrom" }],
  });
});

test("prices of the past, too far ahead, at a time that has one, or of no amount are rejected", async () => {
  const id = await idOf("8 vCPU");
  const errors = async (body: object) => (await addPrice(id, body)).fields;
  expect(await errors({ validFrom: inMinutes(-1) })).toEqual({ validFrom: "expiry_range" });
  expect(await errors({ validFrom: inMinutes(731 * 24 * 60) })).toEqual({
    validFrom: "expiry_range",
  });
  expect(Object.keys(await errors({ rateMicrosPerHour: 0, validFrom: "soon", other: 1 }))).toEqual(
    expect.arrayContaining(["rateMicrosPerHour", "validFrom", "other"]),
  );
  const validFrom = inMinutes(30);
  const both = await Promise.all([addPrice(id, { validFrom }), addPrice(id, { validFrom })]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  const metal = await env.db.withSystemRole("a test", (tx) =>
    tx.one<{ id: string }>(sql`SELECT id FROM product WHERE variant = 'bare_metal' LIMIT 1`),
  );
  expect((await addPrice(metal.id, {})).status).toBe(404);
});

test("a deactivated product is not offered, and is sold again once it is activated", async () => {
  const id = await idOf("16 vCPU");
  const change = (action: "activate" | "deactivate") =>
    admin.client.call(api.virtualProducts[action], { path: { virtualProduct: id } });
  expect((await change("deactivate")).data.status).toBe("inactive");
  expect(await offered()).not.toContain("16 vCPU");
  await env.worker.tasks["catalogue.sync"]({ regionHandle: "lulea" });
  expect(await offered()).not.toContain("16 vCPU");
  expect((await change("deactivate")).status).toBe(200);
  expect((await change("activate")).data.status).toBe("active");
  expect(await offered()).toContain("16 vCPU");
});

const update = (virtualProduct: string, body: object, by = admin) =>
  by.client.call(api.virtualProducts.update, { path: { virtualProduct }, body });

test("staff rename a product, group it and move it in the list of customers", async () => {
  const id = await idOf("4 vCPU");
  const before = await view(id);
  const last = (await list({ perPage: "100" })).data.reduce(
    (highest, { position }) => Math.max(highest, position),
    0,
  );
  const { data } = await update(id, {
    name: "  Four vCPU ",
    family: "General",
    position: last + 1,
  });
  expect(data).toMatchObject({ name: "Four vCPU", family: "General", position: last + 1 });
  expect(data.flavor).toBe(before.flavor);
  expect((await offered()).at(-1)).toBe("Four vCPU");
  // Only what is sent changes.
  expect((await update(id, { name: before.name })).data).toMatchObject({
    name: before.name,
    family: "General",
  });
  const events = await env.db.withSystemRole("a test reads", (tx) =>
    tx.many(
      sql`SELECT changes FROM audit_event WHERE action = 'virtualProducts.update' ORDER BY at, chain_position`,
    ),
  );
  expect(events).toEqual([
    {
      changes: [
        { field: "name", from: before.name, to: "Four vCPU" },
        { field: "family", from: before.family, to: "General" },
        { field: "position", from: before.position, to: last + 1 },
      ],
    },
    { changes: [{ field: "name", from: "Four vCPU", to: before.name }] },
  ]);
  await update(id, { family: before.family, position: before.position });
});

test("of two changes at once both are kept", async () => {
  const id = await idOf("4 vCPU");
  const before = await view(id);
  await Promise.all([update(id, { family: "One" }), update(id, { position: 77 })]);
  expect(await view(id)).toMatchObject({ name: before.name, family: "One", position: 77 });
  await update(id, { family: before.family, position: before.position });
});

test("an empty or overlong name, a place out of range and a field of the flavor are rejected", async () => {
  const id = await idOf("4 vCPU");
  for (const body of [
    { name: " " },
    { name: "x".repeat(65) },
    { family: "" },
    { position: -1 },
    { position: 1.5 },
    { position: 10_001 },
    { vcpu: 8 },
  ])
    expect([body, (await update(id, body)).status]).toEqual([body, 422]);
  expect((await update("nothing", { name: "x" })).code).toBe("not_found");
  const support = await createUser(env, "support-products@boreal.test", { staffRole: "Support" });
  expect((await update(id, { name: "x" }, support)).status).toBe(403);
});

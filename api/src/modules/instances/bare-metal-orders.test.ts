/** Orders of bare metal: an item for each instance, or none. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import {
  addItems,
  findHost,
  metalOrderBody,
  metalProduct,
  orderMetal,
  placeMetalOrder,
  readItem,
} from "../../testing/bare-metal.ts";
import { createOrderContext, findProduct, orderBody } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let north: Awaited<ReturnType<typeof createOrderContext>>;
let south: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment();
  north = await createOrderContext(env, "north");
  south = await createOrderContext(env, "south");
});
afterAll(() => env.stop());

/** The number of available items; stands in for deleting those of the test before. */
const setAvailable = async (...hosts: string[]) => {
  await env.db.withSystemRole("a test starts with these items", (tx) =>
    tx.execute(
      sql`UPDATE bare_metal_item SET state = 'retired', instance_id = NULL WHERE state <> 'retired'`,
    ),
  );
  await addItems(env, ...hosts);
};
let testNumber = 0;
let hosts: string[];
beforeEach(async () => {
  testNumber += 1;
  hosts = [`one-${testNumber}.test`, `two-${testNumber}.test`];
  await setAvailable(...hosts);
});
const name = (text: string) => `${text}-${testNumber}`;
const order = (context: typeof north, ...hostname: string[]) =>
  placeMetalOrder(context.owner.client, { ...context, hostname });

test("an order reserves an item for each instance and lowers the stock", async () => {
  const response = await order(north, name("a"), name("b"));
  expect(response.status).toBe(202);
  expect(response.data.instances).toMatchObject([
    { variant: "bare_metal", status: "pending", hourlyRate: 3_600_000, publicIp: null },
    { variant: "bare_metal", product: { name: metalProduct } },
  ]);
  const ids = response.data.instances.map(({ id }) => id);
  const reserved = await Promise.all(ids.map((id) => findHost(env, id)));
  expect(reserved.toSorted()).toEqual(hosts);
  const { products } = (await north.owner.client.call(api.catalogue.offer, {})).data;
  expect(products.find((product) => product.name === metalProduct)?.stock).toEqual([
    { regionHandle: "lulea", free: 0 },
  ]);
});

test("two customers who order the last item at once: one gets it, for the other it is sold out", async () => {
  await setAvailable(`last-${testNumber}.test`);
  const responses = await Promise.all([order(north, name("a")), order(south, name("a"))]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([202, 422]);
  expect(responses.find(({ status }) => status === 422)?.json).toMatchObject({
    errors: { bareMetalProduct: [{ code: "out_of_stock" }] },
  });
  expect(await readItem(env, `last-${testNumber}.test`)).toMatchObject({ state: "reserved" });
});

test("two customers who order the last item at once: the second one gets its alternative", async () => {
  const [first, other] = hosts;
  await env.db.withSystemRole("a test has items of two products", (tx) =>
    tx.execute(sql`UPDATE bare_metal_item SET product_id = (SELECT id FROM product WHERE name = '8 × H200 SXM bare metal')
      WHERE foreman_host = ${other ?? ""}`),
  );
  const { id: product } = await findProduct(north.owner.client, "8 × H200 SXM bare metal");
  const body = {
    alternatives: [{ region: "lulea", product }],
    maxRateMicrosPerHour: 12_400_000,
  };
  const responses = await Promise.all(
    [north, south].map((context) =>
      placeMetalOrder(context.owner.client, { ...context, hostname: [name("a")], body }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual([202, 202]);
  expect(responses.map(({ data }) => data.lines[0]?.choice).toSorted()).toEqual([0, 1]);
  const reserved = responses.map(({ data }) => findHost(env, data.instances[0]?.id ?? ""));
  expect((await Promise.all(reserved)).toSorted()).toEqual([first, other]);
});

test("more instances than items: the quantity is rejected with how many are left", async () => {
  const response = await order(north, name("a"), name("b"), name("c"));
  expect(response.status).toBe(422);
  expect(response.json).toMatchObject({
    errors: { quantity: [{ code: "out_of_stock", params: { left: 2 } }] },
  });
});

test("an order that fails in another line releases its items", async () => {
  const { owner, workspace, credentialId } = north;
  const lines = [
    await metalOrderBody(owner.client, { workspace, credentialId, hostname: [name("a")] }),
    await orderBody(owner.client, {
      workspace,
      credentialId,
      hostname: [name("b")],
      body: { workspaceCredential: [north.workspace.id] },
    }),
  ];
  const response = await owner.client.call(api.instances.order, {
    path: { workspace: workspace.handle },
    body: { lines },
  });
  expect(response.fields).toEqual({ "lines.1.workspaceCredential.0": "unknown" });
  expect(await readItem(env, hosts[0] ?? "")).toMatchObject({ state: "available" });
});

test("one order can have both variants, and two lines of one product share its items", async () => {
  const { owner, workspace, credentialId } = north;
  const metal = (hostname: string[]) =>
    metalOrderBody(owner.client, { workspace, credentialId, hostname });
  const send = (lines: object[]) =>
    owner.client.call(api.instances.order, {
      path: { workspace: workspace.handle },
      // @ts-expect-error the lines are valid bodies
      body: { lines },
    });
  const tooMany = await send([await metal([name("a"), name("b")]), await metal([name("c")])]);
  expect(tooMany.fields).toEqual({ "lines.1.bareMetalProduct": "out_of_stock" });
  const both = await send([
    await metal([name("a")]),
    await orderBody(owner.client, { workspace, credentialId, hostname: [name("v")] }),
    await metal([name("b")]),
  ]);
  expect(both.status).toBe(202);
  expect(both.data.instances.map(({ variant }) => variant)).toEqual([
    "bare_metal",
    "virtual_machine",
    "bare_metal",
  ]);
});

test("an image that the region does not install on bare metal is rejected", async () => {
  const response = await placeMetalOrder(north.owner.client, {
    ...north,
    hostname: [name("a")],
    image: "Rocky Linux 9",
  });
  expect(response.json).toMatchObject({
    errors: { operatingsystem: [{ code: "unusable", params: { reason: "region" } }] },
  });
});

test("a region without items of the product, an unknown product and a virtual product are rejected", async () => {
  const elsewhere = await placeMetalOrder(north.owner.client, {
    ...north,
    hostname: [name("a")],
    body: { region: "kajaani" },
  });
  expect(elsewhere.fields).toMatchObject({ bareMetalProduct: "not_offered" });
  const virtual = await orderBody(north.owner.client, { ...north, hostname: [name("a")] });
  const swapped = await placeMetalOrder(north.owner.client, {
    ...north,
    hostname: [name("a")],
    body: { bareMetalProduct: virtual.virtualProduct ?? "" },
  });
  expect(swapped.fields).toEqual({ bareMetalProduct: "unknown" });
});

test("a price that changed since it was shown is rejected with both prices", async () => {
  const body = await metalOrderBody(north.owner.client, { ...north, hostname: [name("a")] });
  env.clock.advance(1000);
  await env.db.withSystemRole("a test changes a price", (tx) =>
    tx.execute(sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
      VALUES (${crypto.randomUUID()}, ${body.bareMetalProduct ?? ""}, 3_600_001, ${env.clock.now()})`),
  );
  const response = await north.owner.client.call(api.instances.order, {
    path: { workspace: "north" },
    body,
  });
  expect(response.json).toMatchObject({
    errors: {
      priceSnapshotId: [{ code: "price_changed", params: { old: 3_600_000, new: 3_600_001 } }],
    },
  });
  await env.db.withSystemRole("a test restores a price", (tx) =>
    tx.execute(sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
      VALUES (${crypto.randomUUID()}, ${body.bareMetalProduct ?? ""}, 3_600_000, ${new Date(env.clock.now().getTime() + 1)})`),
  );
  env.clock.advance(1000);
});

test("an outage of the bare-metal provider rejects bare metal only", async () => {
  await env.db.withSystemRole("a test stops a provider", (tx) =>
    tx.execute(
      sql`UPDATE region SET bare_metal_unreachable_since = ${env.clock.now()} WHERE handle = 'lulea'`,
    ),
  );
  expect((await order(north, name("a"))).fields).toEqual({ region: "unreachable" });
  const virtual = await orderBody(north.owner.client, { ...north, hostname: [name("v")] });
  expect(
    (
      await north.owner.client.call(api.instances.order, {
        path: { workspace: "north" },
        body: virtual,
      })
    ).status,
  ).toBe(202);
  await env.db.withSystemRole("a test starts a provider", (tx) =>
    tx.execute(sql`UPDATE region SET bare_metal_unreachable_since = NULL`),
  );
});

test("an instance that is terminated before its item was used gives it back at once", async () => {
  const { id } = await orderMetal(north.owner.client, { ...north, hostname: [name("a")] });
  const host = (await findHost(env, id)) ?? "";
  await north.owner.client.call(api.instances.terminate, {
    path: { workspace: "north", instance: id },
  });
  await env.advanceTime(10);
  expect(await readItem(env, host)).toEqual({
    state: "available",
    reason: null,
    instanceId: null,
    hasCustomerData: false,
  });
});

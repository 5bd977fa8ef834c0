/** Failures that users of other products reported, for the list of instances and for orders. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { insertInstance } from "../../testing/instances.ts";
import {
  createOrderContext,
  findProduct,
  getInstance,
  orderInstance,
  placeOrder,
} from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";

let env: TestEnvironment;
let context: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment();
  context = await createOrderContext(env);
});
afterAll(() => env.stop());

const list = (owner: TestUser, workspace: string, query: object) =>
  owner.client.call(api.instances.list, { path: { workspace }, query });

/** A workspace with instances that only the list needs. */
async function createListed(handle: string, instances: readonly (readonly [string, string?])[]) {
  const owner = await createUser(env, `owner@${handle}.test`);
  const workspace = await createWorkspace(env, owner, handle);
  for (const [hostname, publicIp] of instances) {
    await insertInstance(env, workspace, owner, {
      hostname,
      status: "active",
      ...(publicIp === undefined ? {} : { publicIp }),
    });
    env.clock.advance(1000);
  }
  return {
    names: async (query: object) =>
      (await list(owner, handle, query)).data.data.map(({ hostname }) => hostname),
    list: (query: object) => list(owner, handle, query),
  };
}

test("C002: a page past the end is empty and says where the end is; what is no page is a 422", async () => {
  const listed = await createListed("paged", [["a-1"], ["a-2"], ["a-3"]]);
  const past = await listed.list({ page: "99", perPage: "2" });
  expect(past.status).toBe(200);
  expect(past.data).toMatchObject({ data: [], meta: { total: 3, lastPage: 2 } });
  for (const page of ["0", "-1", "abc", "1.5", "1e9", "9".repeat(30)])
    expect([page, (await listed.list({ page })).status]).toEqual([page, 422]);
});

test("C011: IP addresses sort by value, and instances without one are last in both directions", async () => {
  const listed = await createListed("addressed", [
    ["ten", "10.0.0.10"],
    ["none"],
    ["two", "10.0.0.2"],
    ["other", "9.255.0.1"],
    ["hundred", "10.0.0.100"],
  ]);
  expect(await listed.names({ orderBy: "publicIp" })).toEqual([
    "other",
    "two",
    "ten",
    "hundred",
    "none",
  ]);
  expect(await listed.names({ orderBy: "-publicIp" })).toEqual([
    "hundred",
    "ten",
    "two",
    "other",
    "none",
  ]);
});

test("C013, C014: a search is literal, and spaces around it do not matter", async () => {
  const listed = await createListed("searched", [["gpu-1", "10.1.0.1"], ["gpu-2"], ["web"]]);
  for (const search of [" gpu-1 ", "\tGPU-1\n", " 10.1.0.1 "])
    expect([search, await listed.names({ search })]).toEqual([search, ["gpu-1"]]);
  for (const search of ["%", "_", "\\", "gpu%1", "g_u-1"])
    expect([search, await listed.names({ search })]).toEqual([search, []]);
});

test("C026: an instance that is still building is terminated, costs nothing, and frees its name", async () => {
  const options = { ...context, hostname: ["slow-build-1"] };
  const { id } = await orderInstance(context.owner.client, options);
  await env.advanceTime(5);
  expect((await getInstance(context.owner.client, context.workspace, id)).status).toBe("building");
  expect((await placeOrder(context.owner.client, options)).fields).toEqual({
    "hostname.0": "taken",
  });
  const path = { workspace: context.workspace.handle, instance: id };
  const ended = await context.owner.client.call(api.instances.terminate, { path });
  expect(ended.status).toBe(202);
  await env.advanceTime(60);
  expect(await getInstance(context.owner.client, context.workspace, id)).toMatchObject({
    status: "terminated",
    usage: [],
    costSoFar: { cents: 0 },
  });
  expect((await placeOrder(context.owner.client, options)).status).toBe(202);
});

test("C037: a key is ordered by its id, whatever is in its name", async () => {
  const created = await context.owner.client.call(api.credentials.create, {
    path: { workspace: context.workspace.handle },
    body: { name: "a,b&c=d #1", publicKey: acceptedKeys.ed25519.line },
  });
  const { id } = await orderInstance(context.owner.client, {
    ...context,
    credentialId: created.data.id,
    hostname: ["key-1"],
  });
  const { credential } = await getInstance(context.owner.client, context.workspace, id);
  expect(credential).toMatchObject({ id: created.data.id, name: "a,b&c=d #1" });
});

test("N12: a product that the provider refuses is sold out for everybody at once, and the next order is a 422", async () => {
  const product = "1 × L40S";
  const other = await createOrderContext(env, "other");
  const free = async (client = other.owner.client) =>
    (await findProduct(client, product)).stock.find(({ regionHandle }) => regionHandle === "lulea")
      ?.free;
  expect(await free()).toBeGreaterThan(1);
  const { id } = await orderInstance(context.owner.client, {
    ...context,
    product,
    hostname: ["no-capacity-1"],
  });
  await env.advanceTime(30);
  expect(await getInstance(context.owner.client, context.workspace, id)).toMatchObject({
    status: "error",
    statusReason: "no_capacity",
    usage: [],
  });
  expect(await free()).toBe(0);
  const rejected = await placeOrder(other.owner.client, {
    ...other,
    product,
    hostname: ["next-1"],
  });
  expect([rejected.status, rejected.fields]).toEqual([422, { virtualProduct: "out_of_stock" }]);
  // The provider still reports it as free, so a sync alone must not sell it again.
  await env.advanceTime(120);
  expect(await free()).toBe(0);
});

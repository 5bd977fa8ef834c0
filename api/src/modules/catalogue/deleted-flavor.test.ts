/** N11: a flavor deleted by the provider is no longer offered; instances created from it stay unchanged. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import {
  createOrderContext,
  placeOrder,
  orderBody,
  orderInstance,
  getInstance,
} from "../../testing/order-instances.ts";
import type { TestUser, TestWorkspace } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { syncRegion } from "./sync-job.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
});
afterAll(() => env.stop());

const flavorOf = async (name: string) =>
  (
    await env.db.withSystemRole("a test", (tx) =>
      tx.one<{ flavor: string }>(sql`SELECT flavor FROM product WHERE name = ${name}`),
    )
  ).flavor;
const deleteFlavor = async (region: string, name: string) => {
  const flavor = await flavorOf(name);
  const response = await fetch(`${env.emulator.url}/_control/flavors/${region}/${flavor}`, {
    method: "DELETE",
  });
  expect(response.status).toBe(204);
};
const sync = (region: string) => syncRegion({ ...env.worker, regions: env.regions }, region);
const stockRegions = async (name: string) => {
  const { data } = await owner.client.call(api.catalogue.offer, {});
  return data.products
    .find((product) => product.name === name)
    ?.stock.map(({ regionHandle }) => regionHandle);
};

test("N11: after one sync a product without its flavor is not offered in the region, and its order is a 422", async () => {
  const { id } = await orderInstance(owner.client, { workspace, credentialId, hostname: ["kept"] });
  await env.advanceTime(60);
  const body = await orderBody(owner.client, { workspace, credentialId, hostname: ["late"] });
  const before = await getInstance(owner.client, workspace, id);
  await deleteFlavor("lulea", "4 vCPU");
  await sync("lulea");
  expect(await stockRegions("4 vCPU")).not.toContain("lulea");

  const path = { workspace: workspace.handle };
  const rejected = await owner.client.call(api.instances.order, { path, body });
  expect(rejected.status).toBe(422);
  expect(rejected.json).toMatchObject({ errors: { virtualProduct: [{ code: "not_offered" }] } });
  const { data } = await owner.client.call(api.instances.list, { path, query: {} });
  expect(data.data.map(({ hostname, status }) => [hostname, status])).toEqual([["kept", "active"]]);
  expect(data.data[0]?.product).toEqual(before.product);
  expect((await getInstance(owner.client, workspace, id)).product).toEqual(before.product);
});

test("a product without a region is not offered", async () => {
  const regions = (await stockRegions("8 vCPU")) ?? [];
  expect(regions.length).toBeGreaterThan(0);
  for (const region of regions) {
    await deleteFlavor(region, "8 vCPU");
    await sync(region);
  }
  expect(await stockRegions("8 vCPU")).toBeUndefined();
});

test("N11: an order that detects the deleted flavor first withdraws the product for everyone", async () => {
  const order = { workspace, credentialId, product: "2 vCPU" };
  const body = await orderBody(owner.client, { ...order, hostname: ["second"] });
  await deleteFlavor("lulea", "2 vCPU");
  const { data } = await placeOrder(owner.client, { ...order, hostname: ["first"] });
  await env.runDueJobs();
  expect(await getInstance(owner.client, workspace, data.instances[0]?.id ?? "")).toMatchObject({
    status: "error",
    statusReason: "flavor_missing",
  });
  const path = { workspace: workspace.handle };
  expect((await owner.client.call(api.instances.order, { path, body })).status).toBe(422);
});

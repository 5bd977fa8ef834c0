import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { createCredential, orderInstance, findProduct } from "../../testing/order-instances.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { applyCatalogue } from "./apply-catalogue.ts";
import { catalogueDefinition } from "./catalogue-definition.ts";
import { availableCount } from "./sync-job.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@north.test");
});
afterAll(() => env.stop());

const sync = (regionHandle: string) => env.worker.tasks["catalogue.sync"]({ regionHandle });
const offer = async () => (await owner.client.call(api.catalogue.offer, {})).data;
const apply = (catalogue = catalogueDefinition) =>
  env.db.withSystemRole("a test", (tx) => applyCatalogue(tx, env.clock.now(), catalogue));
const imagesOf = async (region: string) =>
  (await offer()).images
    .filter(({ regionHandles }) => regionHandles.includes(region))
    .map(({ name }) => name);

test("the offer has regions, products with stock and price, and the systems of each region", async () => {
  const { regions, products, images } = await offer();
  expect(
    regions.map(({ handle, gramsCo2PerKwh, status }) => `${handle} ${gramsCo2PerKwh} ${status}`),
  ).toEqual(["lulea 9 active", "keflavik 11 active", "kajaani 14 active"]);
  expect(products.find(({ name }) => name === "8 × H100 SXM")).toMatchObject({
    vramGb: 640,
    vcpu: 192,
    memoryGb: 1440,
    rateMicrosPerHour: 7_960_000,
    stock: [
      { regionHandle: "lulea", free: 3 },
      { regionHandle: "kajaani", free: 2 },
    ],
  });
  expect(images.map(({ name, regionHandles }) => [name, regionHandles.length])).toEqual(
    catalogueDefinition.images.map(({ name }) => [name, 3]),
  );
  expect((await owner.client.call(api.catalogue.regionNames, {})).data.data[0]).toEqual({
    handle: "lulea",
    name: "Luleå",
  });
  expect((await env.createClient().call(api.catalogue.offer, {})).status).toBe(401);
});

test("a region lists which products can be ordered there", async () => {
  const { products, regions } = await offer();
  const h100 = products.find(({ name }) => name === "8 × H100 SXM");
  expect(
    regions.map(({ handle, stock }) => [
      handle,
      stock.find(({ productId }) => productId === h100?.id)?.free,
    ]),
  ).toEqual([
    ["lulea", 3],
    ["keflavik", undefined],
    ["kajaani", 2],
  ]);
  const asList = (await owner.client.call(api.catalogue.regions, {})).data.data;
  expect(asList).toEqual(regions);
});

test("products and images have creation and update times", async () => {
  const before = await offer();
  const start = env.clock.now().toISOString();
  for (const record of [...before.products, ...before.images])
    expect(record).toMatchObject({ createdAt: start, updatedAt: start });
  env.clock.advance(60_000);
  const [product, image] = [catalogueDefinition.products[0], catalogueDefinition.images[0]];
  if (product === undefined || image === undefined) throw new Error("The catalogue is empty");
  await apply({
    ...catalogueDefinition,
    products: [
      { ...product, rateMicrosPerHour: product.rateMicrosPerHour + 1 },
      ...catalogueDefinition.products.slice(1),
    ],
    images: [{ ...image, minDiskGb: image.minDiskGb + 1 }, ...catalogueDefinition.images.slice(1)],
  });
  const after = await offer();
  const changedAt = env.clock.now().toISOString();
  const changed = (records: readonly { name: string; createdAt: string; updatedAt: string }[]) =>
    records
      .filter(({ updatedAt }) => updatedAt === changedAt)
      .map(({ name, createdAt }) => [name, createdAt]);
  expect(changed(after.products)).toEqual([[product.name, start]]);
  expect(changed(after.images)).toEqual([[image.name, start]]);
  env.clock.advance(1000);
  await apply();
});

test("every product has a flavor of the same size in each region that sells it", async () => {
  for (const { handle } of catalogueDefinition.regions) {
    const flavors = (await env.regions.compute(handle)?.flavors()) ?? [];
    for (const product of catalogueDefinition.products.filter(({ regionHandles }) =>
      regionHandles.includes(handle),
    )) {
      const flavor = flavors.find(({ name }) => name === product.flavor);
      expect(flavor).toMatchObject({
        vcpus: product.vcpu,
        memoryMb: product.memoryGb * 1024,
        diskGb: product.diskGb,
      });
    }
  }
});

test("applying the same definition changes nothing; a new price is a new snapshot; removed products are no longer sold", async () => {
  const before = await offer();
  await apply();
  expect(await offer()).toEqual(before);
  env.clock.advance(1000);
  const dearer = catalogueDefinition.products.map((product) =>
    product.flavor === "cpu-4" ? { ...product, rateMicrosPerHour: 90_000 } : product,
  );
  await apply({
    ...catalogueDefinition,
    products: dearer.filter(({ flavor }) => flavor !== "cpu-16"),
  });
  const after = await offer();
  const [old, now] = [before, after].map(({ products }) =>
    products.find(({ name }) => name === "4 vCPU"),
  );
  expect(now).toMatchObject({ id: old?.id, rateMicrosPerHour: 90_000 });
  expect(now?.priceSnapshotId).not.toBe(old?.priceSnapshotId);
  expect(after.products.some(({ name }) => name === "16 vCPU")).toBe(false);
  await apply();
});

test("two processes that start concurrently create one catalogue", async () => {
  await Promise.all([apply(), apply(), apply()]);
  const { n } = await env.db.withSystemRole("a test", (tx) =>
    tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM product`),
  );
  expect(n).toBe(catalogueDefinition.products.length);
});

test("a system is offered only if the cloud has a usable image", async () => {
  const image = (await env.regions.compute("lulea")?.images())?.find(
    ({ name }) => name === "Debian 12",
  );
  env.emulator.state.imageStatuses.set(image?.imageId ?? "", "deactivated");
  await sync("lulea");
  expect(await imagesOf("lulea")).not.toContain("Debian 12");
  expect(await imagesOf("kajaani")).toContain("Debian 12");
  env.emulator.state.imageStatuses.clear();
  await sync("lulea");
  expect(await imagesOf("lulea")).toContain("Debian 12");
});

test("rented products reduce the stock, and terminated ones return to it", async () => {
  const workspace = await createWorkspace(env, owner, "north");
  const credentialId = await createCredential(env, workspace, owner);
  const free = async () => (await findProduct(owner.client, "8 × H200 SXM")).stock[0]?.free;
  expect(await free()).toBe(2);
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    product: "8 × H200 SXM",
    region: "kajaani",
  });
  expect(await free()).toBe(1);
  await env.advanceTime(30);
  await sync("kajaani");
  expect(await free()).toBe(1);
  expect((await findProduct(owner.client, "1 × H200 SXM")).stock[0]?.free).toBe(8);
  await owner.client.call(api.instances.terminate, { path: { workspace: "north", instance: id } });
  await env.advanceTime(30);
  await sync("kajaani");
  expect(await free()).toBe(2);
});

test("stock is unknown if the provider does not report it, and zero without the flavor", () => {
  const flavors = [
    { flavorId: "1", name: "cpu-4", vcpus: 4, memoryMb: 16_384, diskGb: 80, extraSpecs: {} },
  ];
  const cpu = { flavor: "cpu-4", gpuModel: null, gpuCount: 0 };
  const host = {
    host: "a",
    state: "up",
    status: "enabled",
    vcpusUsed: 6,
    vcpusTotal: 16,
    memoryUsedMb: 0,
    memoryTotalMb: 65_536,
    serversRunning: 1,
  } as const;
  expect(availableCount(cpu, { flavors, hypervisors: null }, new Map(), {})).toBeNull();
  expect(availableCount(cpu, { flavors: [], hypervisors: [host] }, new Map(), {})).toBe(0);
  expect(
    availableCount(
      cpu,
      { flavors, hypervisors: [host, { ...host, state: "down" }, { ...host, status: "disabled" }] },
      new Map(),
      {},
    ),
  ).toBe(2);
});

test("an unavailable region keeps its data and is marked unavailable", async () => {
  env.emulator.faults.add({
    match: { region: "kajaani" },
    kind: "down",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  const before = await imagesOf("kajaani");
  await sync("kajaani");
  expect((await offer()).regions.find(({ handle }) => handle === "kajaani")?.status).toBe(
    "unreachable",
  );
  expect(await imagesOf("kajaani")).toEqual(before);
  env.emulator.faults.clear();
  await env.advanceTime(60);
  expect((await offer()).regions.every(({ status }) => status === "active")).toBe(true);
});

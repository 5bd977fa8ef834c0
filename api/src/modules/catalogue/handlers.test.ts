import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { createCredential, orderInstance, findProduct } from "../../testing/order-instances.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { fillCatalogue } from "./fill-catalogue.ts";
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

test("a region has its energy sources as codes, largest share first, and the name of its certificate", async () => {
  const { data } = (await owner.client.call(api.catalogue.regions, {})).data;
  expect(
    data.map(({ handle, energySources, energyCertificate }) => [
      handle,
      energySources,
      energyCertificate,
    ]),
  ).toEqual(
    catalogueDefinition.regions.map(({ handle, energySources, energyCertificate }) => [
      handle,
      energySources,
      energyCertificate,
    ]),
  );
  const unknown = env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE region SET energy_sources = '{moonlight}' WHERE handle = 'lulea'`),
  );
  await expect(unknown).rejects.toThrow("region_energy_sources_check");
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

test("products and images have creation and update times; a new price updates its product", async () => {
  const before = await offer();
  const start = env.clock.now().toISOString();
  for (const record of [...before.products, ...before.images])
    expect(record).toMatchObject({ createdAt: start, updatedAt: start });
  env.clock.advance(60_000);
  const changedAt = env.clock.now();
  await env.db.withSystemRole("a test changes a price and an image", async (tx) => {
    await tx.execute(sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
      SELECT gen_random_uuid(), id, 50000, ${changedAt} FROM product WHERE name = '2 vCPU'`);
    await tx.execute(
      sql`UPDATE image SET min_disk_gb = min_disk_gb + 1, updated_at = ${changedAt} WHERE name = 'Debian 13'`,
    );
  });
  const after = await offer();
  const changed = (records: readonly { name: string; createdAt: string; updatedAt: string }[]) =>
    records
      .filter(({ updatedAt }) => updatedAt === changedAt.toISOString())
      .map(({ name, createdAt }) => [name, createdAt]);
  expect(changed(after.products)).toEqual([["2 vCPU", start]]);
  expect(changed(after.images)).toEqual([["Debian 13", start]]);
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

test("a start of the server changes nothing in a catalog that staff edited", async () => {
  await env.db.withSystemRole("a test edits as staff", async (tx) => {
    await tx.execute(sql`UPDATE product SET name = 'Small', position = 90 WHERE flavor = 'cpu-4'`);
    await tx.execute(sql`UPDATE product SET status = 'inactive' WHERE flavor = 'cpu-16'`);
    await tx.execute(
      sql`UPDATE image SET status = 'deleted', is_default = false WHERE name = 'Fedora 43'`,
    );
    await tx.execute(sql`UPDATE region SET energy_certificate = NULL WHERE handle = 'lulea'`);
  });
  const edited = await offer();
  await env.db.withSystemRole("a test starts the server again", (tx) =>
    fillCatalogue(tx, env.clock.now()),
  );
  await sync("lulea");
  expect(await offer()).toEqual(edited);
  expect(edited.products.map(({ name }) => name)).toContain("Small");
  expect(edited.products.map(({ name }) => name)).not.toContain("16 vCPU");
  expect(edited.images.map(({ name }) => name)).not.toContain("Fedora 43");
  await env.db.withSystemRole("a test ends", async (tx) => {
    await tx.execute(sql`UPDATE product SET name = '4 vCPU' WHERE flavor = 'cpu-4'`);
    await tx.execute(sql`UPDATE product SET status = 'active' WHERE flavor = 'cpu-16'`);
    await tx.execute(sql`UPDATE image SET status = 'active' WHERE name = 'Fedora 43'`);
  });
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
  const path = { workspace: "north", instance: id };
  await owner.client.call(api.instances.terminate, { path });
  await env.advanceTime(30);
  await sync("kajaani");
  // The server is kept while the termination can be undone.
  expect(await free()).toBe(1);
  await owner.client.call(api.instances.terminate, { path, query: { now: "true" } });
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
  expect(availableCount(cpu, { flavors, hypervisors: null }, new Map(), new Map())).toBeNull();
  expect(availableCount(cpu, { flavors: [], hypervisors: [host] }, new Map(), new Map())).toBe(0);
  expect(
    availableCount(
      cpu,
      { flavors, hypervisors: [host, { ...host, state: "down" }, { ...host, status: "disabled" }] },
      new Map(),
      new Map(),
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

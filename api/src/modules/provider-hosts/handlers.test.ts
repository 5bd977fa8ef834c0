import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { addItems } from "../../testing/bare-metal.ts";
import {
  bareMetalRegion,
  startTestEnvironment,
  type TestEnvironment,
} from "../../testing/test-environment.ts";
import { createUser, type TestUser } from "../../testing/users.ts";

let env: TestEnvironment;
let admin: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
});
afterAll(() => env.stop());
/** Nothing that an earlier test read is kept. */
beforeEach(() => env.clock.advance(60_000));
afterEach(() => {
  env.emulator.faults.clear();
  env.foreman.faults.clear();
  env.emulator.state.downHosts.clear();
});

const openstack = async (query: object = {}) =>
  (await admin.client.call(api.providerHosts.openstackHosts, { query })).data;
const foreman = async (query: object = {}) =>
  (await admin.client.call(api.providerHosts.foremanHosts, { query })).data;
const groups = async (query: object = {}) =>
  (await admin.client.call(api.providerHosts.foremanHostGroups, { query })).data;
const states = ({ regions }: { regions: { region: { handle: string }; state: string }[] }) =>
  Object.fromEntries(regions.map(({ region, state }) => [region.handle, state]));

describe("OpenStack hosts", () => {
  test("are those of all regions, with their figures and the GPUs of each region", async () => {
    const { data, meta, regions } = await openstack({ perPage: "100" });
    expect(meta.total).toBe(data.length);
    expect(new Set(data.map(({ region }) => region.handle))).toEqual(
      new Set(["lulea", "keflavik", "kajaani"]),
    );
    const [host] = data;
    expect(host).toMatchObject({ state: "up", status: "enabled", vcpusUsed: 0, serverCount: 0 });
    expect(host?.vcpusTotal).toBeGreaterThan(0);
    expect(regions.find(({ region }) => region.handle === "lulea")).toEqual({
      region: { handle: "lulea", name: "Luleå" },
      state: "ok",
      message: null,
      readAt: env.clock.now().toISOString(),
      gpus: [
        { model: "A100 80GB", used: 0, total: 16 },
        { model: "H100 SXM", used: 0, total: 24 },
        { model: "L40S", used: 0, total: 24 },
      ],
    });
  });

  test("are searched by name, filtered by region and state, and paged", async () => {
    const all = await openstack({ perPage: "100" });
    const [one, two] = all.data;
    env.emulator.state.downHosts.add(two?.name ?? "");
    env.clock.advance(60_000);
    expect((await openstack({ state: "down" })).data.map(({ name }) => name)).toEqual([two?.name]);
    expect((await openstack({ search: one?.name.toUpperCase() })).data).toMatchObject([
      { name: one?.name },
    ]);
    const region = await openstack({ regionHandle: "kajaani", perPage: "2" });
    expect(region.data.map((row) => row.region.handle)).toEqual(["kajaani", "kajaani"]);
    expect(states(region)).toEqual({ kajaani: "ok" });
    const next = await openstack({ regionHandle: "kajaani", perPage: "2", page: "2" });
    expect(next.meta).toMatchObject({ page: 2, total: region.meta.total });
    expect(next.data[0]?.name).not.toBe(region.data[0]?.name);
    expect((await openstack({ page: "9999" })).data).toEqual([]);
    expect((await openstack({ regionHandle: "nowhere" })).regions).toEqual([]);
    for (const query of ["page=0", "perPage=101", "state=gone", "other=1"])
      expect((await admin.client.send("GET", `/admin/openstack/hosts?${query}`)).status).toBe(422);
  });

  test("a region that is down is shown as such beside those that answer, and comes back", async () => {
    env.emulator.faults.add({ kind: "down", match: { region: "kajaani" } });
    const down = await openstack({ perPage: "100" });
    expect(states(down)).toEqual({ lulea: "ok", keflavik: "ok", kajaani: "unreachable" });
    expect(down.regions.find(({ state }) => state !== "ok")?.message).not.toBe("");
    expect(down.data.some(({ region }) => region.handle === "kajaani")).toBe(false);
    expect(down.data.length).toBeGreaterThan(0);
    env.emulator.faults.clear();
    env.clock.advance(10_000);
    expect(states(await openstack())).toMatchObject({ kajaani: "ok" });
  });

  test("a region that rejects the account of Boreal is not called unreachable", async () => {
    env.emulator.faults.add({
      kind: "status",
      status: 403,
      match: { region: "keflavik", pathPattern: "os-hypervisors" },
    });
    expect(states(await openstack())).toMatchObject({ lulea: "ok", keflavik: "rejected" });
  });

  test("a region is asked once in 10 seconds, however many pages are open", async () => {
    await openstack();
    env.emulator.faults.add({ kind: "down" });
    const responses = await Promise.all([openstack(), openstack({ page: "2" }), openstack()]);
    for (const response of responses)
      expect(new Set(Object.values(states(response)))).toEqual(new Set(["ok"]));
    env.clock.advance(10_000);
    expect(new Set(Object.values(states(await openstack())))).toEqual(new Set(["unreachable"]));
  });
});

describe("Foreman hosts", () => {
  test("have their addresses, power, installation and the item that is sold", async () => {
    const [first] = env.foreman.state.all();
    if (first === undefined) throw new Error("The data center has no host");
    env.foreman.state.start(first, env.clock.now().getTime());
    const { data, regions } = await foreman();
    expect(regions).toEqual([
      {
        region: { handle: bareMetalRegion, name: "Luleå" },
        state: "ok",
        message: null,
        readAt: env.clock.now().toISOString(),
      },
    ]);
    expect(data.find(({ name }) => name === first.name)).toMatchObject({
      hostId: String(first.id),
      mac: first.mac,
      ip: first.ip,
      power: "on",
      installation: "installed",
    });
    expect(data.filter(({ power }) => power === "off")).toHaveLength(data.length - 1);
    expect(data.map(({ item }) => item)).toEqual(data.map(() => null));
    await addItems(env, "sold.lulea.boreal.test");
    env.clock.advance(10_000);
    const [sold] = (await foreman({ search: "sold" })).data;
    const path = { bareMetalItem: sold?.item?.id ?? "" };
    const item = (await admin.client.call(api.bareMetalItems.view, { path })).data;
    expect(sold?.item).toEqual({
      id: item.id,
      productId: item.product.id,
      serial: "serial of sold.lulea.boreal.test",
      state: "available",
    });
  });

  test("a controller that does not respond leaves the power unknown", async () => {
    env.foreman.faults.add({ kind: "status", status: 500, match: { pathPattern: "/power$" } });
    const { data, regions } = await foreman();
    expect(new Set(data.map(({ power }) => power))).toEqual(new Set(["unknown"]));
    expect(regions[0]?.state).toBe("ok");
  });

  test("are filtered by installation and name; a server that is down is said so", async () => {
    expect((await foreman({ installation: "failed" })).data).toEqual([]);
    expect((await foreman({ search: "gpu-2" })).data.map(({ name }) => name)).toEqual([
      "gpu-2.lulea.boreal.test",
    ]);
    env.foreman.faults.add({ kind: "down" });
    env.clock.advance(10_000);
    const down = await foreman();
    expect([down.data, states(down)]).toEqual([[], { [bareMetalRegion]: "unreachable" }]);
    expect((await openstack()).data.length).toBeGreaterThan(0);
  });
});

test("host groups have what they install, and which one erases disks", async () => {
  const { data } = await groups();
  expect(data.find(({ title }) => title === "Erase disks")).toEqual({
    region: { handle: bareMetalRegion, name: "Luleå" },
    hostGroupId: "9",
    title: "Erase disks",
    operatingSystem: null,
    images: [],
    isErasing: true,
  });
  const installing = data.filter(({ images }) => images.length > 0);
  expect(installing.length).toBeGreaterThan(0);
  expect((await groups({ search: "debian" })).data.map(({ title }) => title)).toEqual([
    "Debian 13",
  ]);
  env.foreman.faults.add({ kind: "down" });
  env.clock.advance(10_000);
  expect(states(await groups())).toEqual({ [bareMetalRegion]: "unreachable" });
});

test("other staff roles see none of them", async () => {
  const support = await createUser(env, "support@boreal.test", { staffRole: "Support" });
  for (const endpoint of Object.values(api.providerHosts)) {
    const response = await support.client.call(endpoint, { query: {} });
    expect(response.code).toBe("permission_denied_missing_permission");
  }
});

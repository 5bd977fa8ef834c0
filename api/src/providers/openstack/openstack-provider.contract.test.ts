import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ComputeError,
  type ComputeKey,
  type PowerAction,
  type ServerState,
} from "#api/ports/compute.ts";
import { startOpenstackEmulator } from "#emulators/openstack/emulator.ts";
import { type ContractTestCloud, createContractTestCloud } from "./contract-test-cloud.ts";

let cloud: ContractTestCloud;
const keys: ComputeKey[] = [];

beforeAll(async () => {
  cloud = await createContractTestCloud((clock) => startOpenstackEmulator({ port: 0, clock }));
});

afterAll(async () => {
  for (const key of keys) await cloud.compute.deleteByKey(key);
  await cloud.stop();
});

function newKey(): ComputeKey {
  const key = `contract-${randomUUID()}`;
  keys.push(key);
  return key;
}

const sshKey =
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2v0m0yTKx4VqY0kz1rWJ8v5cVtC4r3m5mW2Xo8yQ1c suite";

async function orderServer(key: ComputeKey) {
  const { portId } = await cloud.compute.ensurePort({ key });
  const order = {
    key,
    hostname: "contract-suite",
    flavor: cloud.flavor,
    image: cloud.image,
    portId,
    sshKeys: [sshKey],
  };
  const { serverId } = await cloud.compute.ensureServer(order);
  return { order, serverId };
}

function untilState(serverId: string, state: ServerState) {
  return cloud.until(async () => {
    const view = await cloud.compute.server(serverId);
    return view?.state === state && view.taskState === null ? view : null;
  });
}

async function activeServer(key: ComputeKey) {
  const { serverId } = await orderServer(key);
  await untilState(serverId, "active");
  return serverId;
}

function untilGone(serverId: string) {
  return cloud.until(async () => ((await cloud.compute.server(serverId)) === null ? true : null));
}

async function rejectionOf(work: Promise<unknown>): Promise<string | null> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ComputeError ? (error.code ?? error.kind) : null;
}

describe("inventory of a region", () => {
  it("authenticates and returns the API version", async () => {
    expect((await cloud.compute.ping()).apiVersion).toMatch(/^2\.\d+$/);
  });

  it("finds nothing missing for an existing flavor and image", async () => {
    expect(
      await cloud.compute.findMissing({ flavor: cloud.flavor, image: cloud.image }),
    ).toBeNull();
  });

  it("names the missing flavor or image", async () => {
    const image = "00000000-0000-4000-8000-000000000000";
    expect(
      await cloud.compute.findMissing({ flavor: "no-such-flavor", image: cloud.image }),
    ).toMatchObject({
      code: "flavor_missing",
    });
    expect(await cloud.compute.findMissing({ flavor: cloud.flavor, image })).toMatchObject({
      code: "image_missing",
    });
    expect(
      await cloud.compute.findMissing({ flavor: cloud.flavor, image: "no such system" }),
    ).toMatchObject({
      code: "image_missing",
    });
  });

  it("lists flavors and images with their sizes", async () => {
    const flavors = await cloud.compute.flavors();
    expect(flavors.find(({ name }) => name === cloud.flavor)).toMatchObject({
      vcpus: expect.any(Number),
      memoryMb: expect.any(Number),
      extraSpecs: expect.any(Object),
    });
    const images = await cloud.compute.images();
    expect(images.find(({ imageId, name }) => [imageId, name].includes(cloud.image))).toMatchObject(
      {
        status: "active",
        minDiskGb: expect.any(Number),
      },
    );
  });

  it("lists hypervisors with capacity and usage, or reports that the account is not allowed to", async () => {
    const hosts = await cloud.compute.hypervisors().catch((error: unknown) => {
      expect(error).toMatchObject({ kind: "rejected", code: "forbidden" });
      return null;
    });
    for (const host of hosts ?? []) {
      expect(host.vcpusTotal).toBeGreaterThan(0);
      expect(host.memoryTotalMb).toBeGreaterThanOrEqual(host.memoryUsedMb);
    }
  });
});

describe("ports and public IPs", () => {
  it("returns the same port for repeated requests with one key", async () => {
    const key = newKey();
    const first = await cloud.compute.ensurePort({ key });
    expect(first.privateIp).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    expect(await cloud.compute.ensurePort({ key })).toEqual(first);
    expect(await cloud.compute.ensurePort({ key: newKey() })).not.toEqual(first);
  });

  it("returns the same public IP for repeated requests with one key", async () => {
    const key = newKey();
    const { portId, privateIp } = await cloud.compute.ensurePort({ key });
    const first = await cloud.compute.ensureFloatingIp({ key, portId });
    expect(first.addressId).not.toBeNull();
    expect(first.publicIp).not.toBe(privateIp);
    expect(await cloud.compute.ensureFloatingIp({ key, portId })).toEqual(first);
  });

  it("moves the public IP when its port was lost and recreated", async () => {
    const key = newKey();
    const lost = await cloud.compute.ensurePort({ key: newKey() });
    const first = await cloud.compute.ensureFloatingIp({ key, portId: lost.portId });
    const { portId } = await cloud.compute.ensurePort({ key });
    expect(await cloud.compute.ensureFloatingIp({ key, portId })).toEqual(first);
  });

  it("uses the fixed IP as the public one without an external network", async () => {
    const key = newKey();
    const { portId, privateIp } = await cloud.compute.ensurePort({ key });
    expect(await cloud.computeWithoutPublicNetwork.ensureFloatingIp({ key, portId })).toEqual({
      addressId: null,
      publicIp: privateIp,
    });
  });

  it("rejects an unknown network", async () => {
    expect(
      await rejectionOf(cloud.compute.ensurePort({ key: newKey(), network: "no-such-network" })),
    ).toBe("not_found");
  });
});

describe("lifecycle of a server", () => {
  it("is created once for repeated requests, and found by its key", async () => {
    const key = newKey();
    const { order, serverId } = await orderServer(key);
    expect(await cloud.compute.ensureServer(order)).toEqual({ serverId });
    expect(await cloud.compute.findServer({ key })).toMatchObject({
      serverId,
      key,
      hostname: "contract-suite",
    });
    const active = await untilState(serverId, "active");
    expect(active.launchedAt).toBeInstanceOf(Date);
    expect(active.fault).toBeNull();
    const { privateIp } = await cloud.compute.ensurePort({ key });
    await cloud.until(async () => {
      const view = await cloud.compute.server(serverId);
      return view?.addresses.some(({ ip, kind }) => ip === privateIp && kind === "private") === true
        ? true
        : null;
    });
    expect(await cloud.compute.ensureServer(order)).toEqual({ serverId });
  });

  it("supports the power actions, and an action without effect is not an error", async () => {
    const serverId = await activeServer(newKey());
    const course: [PowerAction, ServerState][] = [
      ["power_on", "active"],
      ["power_off", "stopped"],
      ["power_off", "stopped"],
      ["power_on", "active"],
      ["reboot", "active"],
      ["hard_reboot", "active"],
    ];
    for (const [action, state] of course) {
      await cloud.compute.power(serverId, action);
      await untilState(serverId, state);
    }
  });

  it("rejects a soft reboot of a stopped server", async () => {
    const serverId = await activeServer(newKey());
    await cloud.compute.power(serverId, "power_off");
    await untilState(serverId, "stopped");
    expect(await rejectionOf(cloud.compute.power(serverId, "reboot"))).toBe("conflict");
  });

  it("rejects stopping a server that is being built, and has no console for it", async () => {
    const { serverId } = await orderServer(newKey());
    expect(await rejectionOf(cloud.compute.power(serverId, "power_off"))).toBe("conflict");
    expect(typeof (await cloud.compute.consoleOutput(serverId, 5))).toBe("string");
    await untilState(serverId, "active");
  });

  it("returns the last lines of the console", async () => {
    const serverId = await activeServer(newKey());
    const output = await cloud.compute.consoleOutput(serverId, 2);
    expect(output).not.toBe("");
    expect(output.split("\n").length).toBeLessThanOrEqual(3);
  });

  it("returns changed servers, including deleted ones", async () => {
    const since = new Date(cloud.now().getTime() - 5000);
    const key = newKey();
    const serverId = await activeServer(key);
    expect((await cloud.compute.changedSince(since)).servers).toContainEqual({
      serverId,
      key,
      state: "active",
    });
    await cloud.compute.removeServer(serverId);
    await untilGone(serverId);
    expect((await cloud.compute.changedSince(since)).servers).toContainEqual({
      serverId,
      key,
      state: "terminated",
    });
    const later = new Date(cloud.now().getTime() + 60_000);
    expect((await cloud.compute.changedSince(later)).servers).toEqual([]);
  });

  it("is gone once removed, and removing it again is not an error", async () => {
    const key = newKey();
    const serverId = await activeServer(key);
    await cloud.compute.removeServer(serverId);
    await untilGone(serverId);
    await cloud.compute.removeServer(serverId);
    expect(await cloud.compute.findServer({ key })).toBeNull();
  });

  it("deletes server, IP and port by key, at any point and repeatedly", async () => {
    const key = newKey();
    await cloud.compute.deleteByKey(key);
    const port = await cloud.compute.ensurePort({ key });
    const address = await cloud.compute.ensureFloatingIp({ key, portId: port.portId });
    const { serverId } = await orderServer(key);
    await cloud.compute.deleteByKey(key);
    await untilGone(serverId);
    await cloud.compute.deleteByKey(key);
    const again = await cloud.compute.ensurePort({ key });
    expect(again.portId).not.toBe(port.portId);
    const other = await cloud.compute.ensureFloatingIp({ key, portId: again.portId });
    expect(other.addressId).not.toBe(address.addressId);
    expect(await cloud.compute.findServer({ key })).toBeNull();
  });
});

describe("invalid requests", () => {
  it("finds no server with an unknown id", async () => {
    const nowhere = "00000000-0000-4000-8000-000000000000";
    expect(await cloud.compute.server(nowhere)).toBeNull();
    expect(await rejectionOf(cloud.compute.power(nowhere, "reboot"))).toBe("not_found");
    expect(await rejectionOf(cloud.compute.consoleOutput(nowhere, 10))).toBe("not_found");
  });

  it("rejects an order with a missing flavor or image, and creates nothing", async () => {
    const key = newKey();
    const { portId } = await cloud.compute.ensurePort({ key });
    const order = {
      key,
      hostname: "never",
      flavor: cloud.flavor,
      image: cloud.image,
      portId,
      sshKeys: [],
    };
    expect(
      await rejectionOf(cloud.compute.ensureServer({ ...order, flavor: "no-such-flavor" })),
    ).toBe("flavor_missing");
    expect(
      await rejectionOf(cloud.compute.ensureServer({ ...order, image: "no such system" })),
    ).toBe("image_missing");
    const image = "00000000-0000-4000-8000-000000000000";
    expect(await rejectionOf(cloud.compute.ensureServer({ ...order, image }))).toBe(
      "image_missing",
    );
    expect(await cloud.compute.findServer({ key })).toBeNull();
  });

  it("rejects invalid user data", async () => {
    const key = newKey();
    const order = {
      key,
      hostname: "never",
      flavor: cloud.flavor,
      image: cloud.image,
      portId: "none",
      sshKeys: [],
    };
    expect(await rejectionOf(cloud.compute.ensureServer({ ...order, userData: "# Grüße" }))).toBe(
      "bad_request",
    );
  });

  it("rejects a key that cannot be stored as a tag", async () => {
    expect(await rejectionOf(cloud.compute.findServer({ key: "a,b" }))).toBe("bad_request");
  });

  it("is unavailable with a wrong password", async () => {
    expect(await rejectionOf(cloud.computeWith({ password: "wrong" }).ping())).toBe("unavailable");
  });

  it("is unavailable at an address without a server", async () => {
    expect(await rejectionOf(cloud.computeWith({ authUrl: "http://127.0.0.1:9/v3" }).ping())).toBe(
      "unavailable",
    );
  });

  it("is unavailable in a region missing from the service catalog", async () => {
    expect(await rejectionOf(cloud.computeWith({ regionName: "nowhere" }).ping())).toBe(
      "unavailable",
    );
  });
});

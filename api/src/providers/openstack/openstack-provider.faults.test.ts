/** The provider with a faulty cloud; the emulator injects the faults. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "#api/core/lib/clock.ts";
import { ComputeError, type ComputeProvider } from "#api/ports/compute.ts";
import { defaultCloud } from "#emulators/openstack/default-cloud.ts";
import { FaultRule } from "#emulators/lib/faults.ts";
import {
  type EmulatorOptions,
  type OpenstackEmulator,
  startOpenstackEmulator,
} from "#emulators/openstack/emulator.ts";
import { type OpenstackConfig, createOpenstackProvider } from "./openstack-provider.ts";

const clock = new ManualClock("2026-05-04T09:00:00Z");
let emulator: OpenstackEmulator;
let compute: ComputeProvider;

async function start(
  options: Partial<EmulatorOptions> = {},
  config: Partial<OpenstackConfig> = {},
): Promise<void> {
  emulator = await startOpenstackEmulator({ port: 0, clock, ...options });
  compute = createOpenstackProvider({
    authUrl: emulator.authUrl,
    username: "boreal",
    password: "boreal-emulator",
    projectName: "boreal",
    userDomainName: "Default",
    projectDomainName: "Default",
    regionName: "lulea",
    externalNetworkName: "public",
    clock,
    ...config,
  });
}

beforeEach(() => start());
afterEach(() => emulator.stop());

async function restart(
  options: Partial<EmulatorOptions>,
  config: Partial<OpenstackConfig> = {},
): Promise<void> {
  await emulator.stop();
  await start(options, config);
}

function fault(order: object): void {
  emulator.faults.add(FaultRule.parse(order));
}

async function errorOf(work: Promise<unknown>): Promise<ComputeError> {
  const thrown = await work.then(
    () => new Error("nothing was rejected"),
    (error: unknown) => error,
  );
  if (thrown instanceof ComputeError) return thrown;
  throw thrown;
}

async function order(hostname: string, flavor = "cpu-2") {
  const key = `key-${hostname}`;
  const { portId } = await compute.ensurePort({ key });
  return {
    key,
    hostname,
    flavor,
    image: "Debian 13",
    portId,
    sshKeys: ["ssh-ed25519 AAAA someone"],
    bootDiskGb: 10,
  };
}

describe("a cloud that temporarily cannot respond", () => {
  it("is unavailable with the retry time of a rate limit", async () => {
    fault({ match: { service: "compute" }, kind: "rate-limit", retryAfterSeconds: 7, times: 1 });
    expect(await errorOf(compute.flavors())).toMatchObject({
      kind: "unavailable",
      code: null,
      retryAfterMs: 7000,
    });
    expect(await compute.flavors()).not.toEqual([]);
  });

  it("is unavailable when a rate limit is reported with 413, which is also Cinder's status for a quota", async () => {
    fault({ match: { service: "network" }, kind: "rate-limit", status: 413, retryAfterSeconds: 9 });
    expect(await errorOf(compute.ensurePort({ key: "a" }))).toMatchObject({
      kind: "unavailable",
      retryAfterMs: 9000,
    });
  });

  it("is unavailable when a service returns 503, with the request id for its operators", async () => {
    fault({ match: { service: "network" }, kind: "status", status: 503 });
    const error = await errorOf(compute.ensurePort({ key: "a" }));
    expect(error).toMatchObject({ kind: "unavailable", requestId: expect.stringMatching(/^req-/) });
  });

  it("is unavailable when Keystone is down", async () => {
    fault({ match: { service: "identity" }, kind: "down" });
    expect(await errorOf(compute.ping())).toMatchObject({ kind: "unavailable" });
    emulator.faults.clear();
    expect(await compute.ping()).toEqual({ apiVersion: "2.93" });
  });

  it("is unavailable when no response arrives before the timeout", async () => {
    await restart({}, { timeoutMs: 200 });
    await compute.ping();
    fault({ match: { service: "image" }, kind: "slow", delayMs: 5000 });
    const error = await errorOf(compute.images());
    expect(error).toMatchObject({
      kind: "unavailable",
      providerMessage: expect.stringContaining("no response in time"),
    });
  });

  it("repeats an interrupted read once, but never an order", async () => {
    fault({ match: { service: "image" }, kind: "down", times: 1 });
    expect(await compute.images()).not.toEqual([]);
    fault({ match: { method: "POST", pathPattern: "/ports$" }, kind: "down", times: 1 });
    expect(await errorOf(compute.ensurePort({ key: "b" }))).toMatchObject({ kind: "unavailable" });
    expect(emulator.world().ports).toEqual([]);
  });
});

describe("a lost response", () => {
  it("leaves one port, one IP and one server, which later attempts find", async () => {
    const key = "key-lost";
    fault({ match: { method: "POST", pathPattern: "/ports$" }, kind: "lost-answer", times: 1 });
    expect(await errorOf(compute.ensurePort({ key }))).toMatchObject({ kind: "unavailable" });
    const { portId } = await compute.ensurePort({ key });

    fault({
      match: { method: "POST", pathPattern: "/floatingips$" },
      kind: "lost-answer",
      times: 1,
    });
    expect(await errorOf(compute.ensureFloatingIp({ key, portId }))).toMatchObject({
      kind: "unavailable",
    });
    const address = await compute.ensureFloatingIp({ key, portId });

    const requested = await order("lost");
    fault({ match: { method: "POST", pathPattern: "/servers$" }, kind: "lost-answer", times: 1 });
    expect(await errorOf(compute.ensureServer(requested))).toMatchObject({ kind: "unavailable" });
    const { serverId } = await compute.ensureServer(requested);

    expect(emulator.world()).toMatchObject({
      servers: [{ id: serverId, portIds: [portId] }],
      ports: [{ id: portId, deviceId: serverId }],
      floatingIps: [{ id: address.addressId, portId }],
    });
  });

  it("can also be triggered by a hostname", async () => {
    const requested = await order("lost-answer-1");
    expect(await errorOf(compute.ensureServer(requested))).toMatchObject({ kind: "unavailable" });
    const { serverId } = await compute.ensureServer(requested);
    expect(emulator.world().servers).toMatchObject([{ id: serverId }]);
  });
});

describe("authentication tokens", () => {
  it("are renewed before they expire, and once when rejected early", async () => {
    await compute.ping();
    clock.advance(4 * 3_600_000 + 1000);
    await compute.ping();
    emulator.expireTokens();
    await compute.ping();
  });

  it("are requested once by many concurrent callers", async () => {
    fault({ match: { service: "identity" }, kind: "slow", delayMs: 30, times: 1 });
    fault({ match: { service: "identity" }, kind: "status", status: 503 });
    const responses = await Promise.all([
      compute.flavors(),
      compute.images(),
      compute.findServer({ key: "none" }),
    ]);
    expect(responses[2]).toBeNull();
  });
});

describe("Nova microversions", () => {
  it("are negotiated down to what the cloud supports", async () => {
    await restart({ highestMicroversion: 60 });
    expect(await compute.ping()).toEqual({ apiVersion: "2.60" });
    const requested = await order("older");
    const { serverId } = await compute.ensureServer(requested);
    expect(await compute.findServer({ key: requested.key })).toMatchObject({ serverId });
    expect(await compute.hypervisors()).not.toEqual([]);
  });

  it("older than 2.52 are rejected", async () => {
    await restart({ highestMicroversion: 51 });
    expect(await errorOf(compute.ping())).toMatchObject({
      kind: "unavailable",
      providerMessage: expect.stringContaining("2.52"),
    });
  });
});

describe("problems of an order", () => {
  it.each([
    ["no-capacity-1", "no_capacity"],
    ["build-error-1", "provider_error"],
  ])("%s ends in error with the fault %s", async (hostname, code) => {
    const { serverId } = await compute.ensureServer(await order(hostname));
    clock.advance(60_000);
    expect(await compute.server(serverId)).toMatchObject({ state: "error", fault: { code } });
  });

  it.each([
    ["quota-1", "quota"],
    ["image-gone-1", "image_missing"],
  ])("rejects %s as %s", async (hostname, code) => {
    expect(await errorOf(compute.ensureServer(await order(hostname)))).toMatchObject({
      kind: "rejected",
      code,
    });
  });

  it("an exhausted quota of volumes ends in error for the quota, not for lack of capacity", async () => {
    const [region] = defaultCloud.regions;
    if (region === undefined) throw new Error("no region");
    const noVolumes = { ...region, quota: { ...region.quota, volumes: 0 } };
    await restart({ catalogue: { ...defaultCloud, regions: [noVolumes] } });
    const { serverId } = await compute.ensureServer(await order("no-volume", "volume-2"));
    clock.advance(60_000);
    expect(await compute.server(serverId)).toMatchObject({
      state: "error",
      fault: { code: "quota" },
    });
  });

  it("a rejected permission is not a quota", async () => {
    await restart({}, { username: "boreal-member" });
    expect(await errorOf(compute.hypervisors())).toMatchObject({ code: "forbidden" });
  });

  it("a flavor that fits no host ends in error for lack of capacity", async () => {
    const { serverId } = await compute.ensureServer(await order("big", "gpu-h200-8"));
    clock.advance(60_000);
    expect(await compute.server(serverId)).toMatchObject({
      state: "error",
      fault: { code: "no_capacity" },
    });
  });

  it("a deactivated or deleted image is missing", async () => {
    const image = (await compute.images()).find(({ name }) => name === "Debian 13")?.imageId ?? "";
    for (const status of ["deactivated", "deleted"]) {
      const body = JSON.stringify({ status });
      await fetch(`${emulator.url}/_control/images/${image}`, { method: "PUT", body });
      expect(await compute.findMissing({ flavor: "cpu-2", image })).toMatchObject({
        code: "image_missing",
      });
    }
  });

  it("IPs and ports over quota are reported as quota, and a full network as no capacity", async () => {
    const [region] = defaultCloud.regions;
    if (region === undefined) throw new Error("no region");
    const full = region.networks.map((network) =>
      network.external ? { ...network, cidr: "198.51.100.0/28" } : network,
    );
    const small = {
      ...region,
      quota: { ...region.quota, ports: 6, floatingIps: 5 },
      networks: full,
    };
    await restart({ catalogue: { ...defaultCloud, regions: [small] } });
    const codes: (string | null)[] = [];
    for (const key of ["1", "2", "3", "4", "5", "6"]) {
      const { portId } = await compute.ensurePort({ key });
      codes.push(
        await compute.ensureFloatingIp({ key, portId }).then(
          () => "given",
          (error: ComputeError) => error.code,
        ),
      );
    }
    expect(codes).toEqual(["given", "given", "given", "given", "given", "quota"]);
    expect(await errorOf(compute.ensurePort({ key: "7" }))).toMatchObject({ code: "quota" });

    await restart({ catalogue: { ...defaultCloud, regions: [{ ...region, networks: full }] } });
    for (const key of ["1", "2", "3", "4", "5"]) {
      await compute.ensureFloatingIp({ key, portId: (await compute.ensurePort({ key })).portId });
    }
    const { portId } = await compute.ensurePort({ key: "6" });
    expect(await errorOf(compute.ensureFloatingIp({ key: "6", portId }))).toMatchObject({
      code: "no_capacity",
    });
  });

  it("changes are read page by page, each server once", async () => {
    const since = clock.now();
    const { serverId } = await compute.ensureServer(await order("paged"));
    const [row] = emulator.state.serversOf("lulea");
    if (row === undefined) throw new Error("no server");
    for (let number = 0; number < 450; number += 1)
      emulator.state.servers.set(`copy-${number}`, { ...row, id: `copy-${number}` });
    const { servers: changes } = await compute.changedSince(since);
    expect(changes).toHaveLength(451);
    expect(new Set(changes.map((change) => change.serverId)).has(serverId)).toBe(true);
  });
});

/** The rules of the bare-metal port, on the emulator's real HTTP. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "#api/core/lib/clock.ts";
import type { BareMetalProvider, InstallationRequest } from "#api/ports/bare-metal.ts";
import { createHost, defaultDatacenter } from "#emulators/foreman/default-datacenter.ts";
import { type ForemanEmulator, startForemanEmulator } from "#emulators/foreman/emulator.ts";
import { defaultTimings } from "#emulators/foreman/state.ts";
import { createForemanProvider } from "./foreman-provider.ts";

const hostId = "1";
const requested: InstallationRequest = {
  key: "01a2257e-8ddc-787b-8c02-83e0291e7447",
  hostGroupId: "2",
  hostname: "gpu-node-1",
  sshKeys: ["ssh-ed25519 AAAA one", "ssh-ed25519 AAAA two"],
  userData: "#cloud-config\npassword: Grüße",
};

let clock: ManualClock;
let emulator: ForemanEmulator;
let provider: BareMetalProvider;

const faultyHosts = ["install-fails", "erase-fails", "ignores-shutdown", "bmc-down"].map(
  (fault, index) => createHost(100 + index, `${fault}.lulea.boreal.test`, "1x L40S"),
);
const idOf = (name: string) =>
  String(faultyHosts.find((host) => host.name.startsWith(name))?.id ?? 0);

const connect = (change: Partial<Parameters<typeof createForemanProvider>[0]> = {}) =>
  createForemanProvider({
    url: emulator.url,
    username: "boreal",
    password: "boreal-emulator",
    ...change,
  });

beforeEach(async () => {
  clock = new ManualClock("2026-05-04T09:00:00Z");
  const hosts = [...defaultDatacenter.hosts, ...faultyHosts];
  emulator = await startForemanEmulator({
    port: 0,
    clock,
    datacenter: { ...defaultDatacenter, hosts },
  });
  provider = connect();
});
afterEach(() => emulator.stop());

/** Installs a host as a command does, up to the moment the installer runs. */
async function beginInstallation(id: string, change: Partial<InstallationRequest> = {}) {
  await provider.requestInstallation(id, { ...requested, ...change });
  await provider.bootFromNetwork(id);
  await provider.setPower(id, "on");
}

describe("hosts and host groups", () => {
  test("signs in and returns the version", async () => {
    expect(await provider.ping()).toEqual({ apiVersion: "3.14.0" });
  });

  test("returns a host that was never installed", async () => {
    expect(await provider.host(hostId)).toEqual({
      hostId,
      name: "gpu-1.lulea.boreal.test",
      key: null,
      mac: "52:54:00:00:00:01",
      ip: "10.40.0.1",
      hostGroup: null,
      installation: "installed",
      installedAt: null,
    });
  });

  test("returns null for a host that does not exist", async () => {
    expect(await provider.host("999")).toBeNull();
  });

  test("returns the profiles with the names of their parents", async () => {
    const groups = await provider.hostGroups();
    expect(groups).toContainEqual({
      hostGroupId: "2",
      title: "Ubuntu 24.04/GPU",
      operatingSystem: "Ubuntu 24.04 LTS",
    });
    expect(groups).toContainEqual({
      hostGroupId: "9",
      title: "Erase disks",
      operatingSystem: null,
    });
  });

  test("reads every page of a list, each host once", async () => {
    await emulator.stop();
    const hosts = Array.from({ length: 250 }, (_, index) =>
      createHost(index + 1, `host-${index + 1}.boreal.test`, "1x L40S"),
    );
    emulator = await startForemanEmulator({
      port: 0,
      clock,
      datacenter: { ...defaultDatacenter, hosts },
    });
    const found = await connect().hosts();
    expect(new Set(found.map((host) => host.hostId)).size).toBe(250);
    expect(found).toHaveLength(250);
  });

  test("lists the hosts with the instances on them", async () => {
    await beginInstallation(hostId);
    const keys = (await provider.hosts()).filter(({ key }) => key !== null);
    expect(keys.map((host) => [host.hostId, host.key])).toEqual([[hostId, requested.key]]);
  });
});

describe("power", () => {
  test("turns a host on and off, and accepts a state it is already in", async () => {
    expect(await provider.powerState(hostId)).toBe("off");
    for (const action of ["on", "on", "off", "off"] as const) {
      await provider.setPower(hostId, action);
      expect(await provider.powerState(hostId)).toBe(action);
    }
  });

  test("shuts a host down, and leaves it off", async () => {
    await provider.setPower(hostId, "on");
    await provider.setPower(hostId, "shutdown");
    expect(await provider.powerState(hostId)).toBe("on");
    clock.advance(defaultTimings.shutdownMs);
    expect(await provider.powerState(hostId)).toBe("off");
    await provider.setPower(hostId, "shutdown");
  });

  test("an operating system may ignore the request to shut down", async () => {
    const id = idOf("ignores-shutdown");
    await provider.setPower(id, "on");
    await provider.setPower(id, "shutdown");
    clock.advance(defaultTimings.shutdownMs * 10);
    expect(await provider.powerState(id)).toBe("on");
    await provider.setPower(id, "off");
    expect(await provider.powerState(id)).toBe("off");
  });

  test("restarts a host", async () => {
    await provider.setPower(hostId, "on");
    await provider.setPower(hostId, "cycle");
    expect(await provider.powerState(hostId)).toBe("off");
    clock.advance(defaultTimings.cycleMs);
    expect(await provider.powerState(hostId)).toBe("on");
  });

  test("rejects a restart of a host that is off", async () => {
    await expect(provider.setPower(hostId, "cycle")).rejects.toMatchObject({
      kind: "rejected",
      code: "conflict",
    });
  });

  test("a controller that does not respond is an outage, and its power is unknown", async () => {
    const id = idOf("bmc-down");
    expect(await provider.powerState(id)).toBe("unknown");
    await expect(provider.setPower(id, "on")).rejects.toMatchObject({ kind: "unavailable" });
    await expect(provider.bootFromNetwork(id)).rejects.toMatchObject({ kind: "unavailable" });
  });

  test("rejects a host that does not exist", async () => {
    const code = { kind: "rejected", code: "not_found" };
    await expect(provider.setPower("999", "on")).rejects.toMatchObject(code);
    await expect(provider.powerState("999")).rejects.toMatchObject(code);
    await expect(provider.bootFromNetwork("999")).rejects.toMatchObject(code);
    await expect(provider.requestInstallation("999", requested)).rejects.toMatchObject(code);
    await expect(provider.eraseReport("999")).rejects.toMatchObject(code);
  });
});

describe("installation", () => {
  const parametersOf = (id: string) =>
    Object.fromEntries(
      (emulator.state.find(id)?.parameters ?? []).map(({ name, value }) => [name, value]),
    );

  test("installs a host and keeps its name", async () => {
    await beginInstallation(hostId);
    expect(await provider.host(hostId)).toMatchObject({
      key: requested.key,
      name: "gpu-1.lulea.boreal.test",
      installation: "pending",
      hostGroup: { hostGroupId: "2", name: "Ubuntu 24.04/GPU" },
    });
    clock.advance(defaultTimings.installMs);
    expect(await provider.host(hostId)).toMatchObject({
      installation: "installed",
      installedAt: clock.now(),
    });
    expect(await provider.powerState(hostId)).toBe("on");
    expect(parametersOf(hostId)).toEqual({
      boreal_key: requested.key,
      boreal_hostname: "gpu-node-1",
      boreal_ssh_keys: "ssh-ed25519 AAAA one\nssh-ed25519 AAAA two",
      boreal_user_data: requested.userData,
    });
  });

  test("does not begin without a start from the network", async () => {
    await provider.requestInstallation(hostId, requested);
    await provider.setPower(hostId, "on");
    clock.advance(defaultTimings.installMs * 2);
    expect(await provider.host(hostId)).toMatchObject({ installation: "pending" });
  });

  test("reports an expired token if the host does not fetch its installer", async () => {
    await provider.requestInstallation(hostId, requested);
    clock.advance(defaultTimings.tokenMs);
    expect(await provider.host(hostId)).toMatchObject({ installation: "token_expired" });
    await provider.bootFromNetwork(hostId);
    await provider.setPower(hostId, "on");
    clock.advance(defaultTimings.installMs);
    expect(await provider.host(hostId)).toMatchObject({ installation: "token_expired" });
  });

  test("reports an error of the installer, and forgets it with the next installation", async () => {
    const id = idOf("install-fails");
    await beginInstallation(id);
    clock.advance(defaultTimings.installMs);
    expect(await provider.host(id)).toMatchObject({ installation: "failed" });
    await provider.requestInstallation(id, requested);
    expect(await provider.host(id)).toMatchObject({ installation: "pending" });
  });

  test("a request that is repeated after a lost response has the same result", async () => {
    emulator.faults.add({
      match: { method: "PUT", pathPattern: `^/api/hosts/${hostId}$` },
      kind: "lost-answer",
      status: 503,
      retryAfterSeconds: 1,
      delayMs: 0,
      times: 1,
    });
    await expect(provider.requestInstallation(hostId, requested)).rejects.toMatchObject({
      kind: "unavailable",
    });
    await beginInstallation(hostId);
    clock.advance(defaultTimings.installMs);
    expect(await provider.host(hostId)).toMatchObject({
      installation: "installed",
      key: requested.key,
    });
  });

  test("turning the host off interrupts the installation, which stays pending", async () => {
    await beginInstallation(hostId);
    await provider.setPower(hostId, "off");
    clock.advance(defaultTimings.installMs);
    expect(await provider.host(hostId)).toMatchObject({ installation: "pending" });
    await provider.cancelInstallation(hostId);
    await provider.cancelInstallation(hostId);
    expect(await provider.host(hostId)).toMatchObject({ installation: "installed" });
  });

  test("rejects a profile that does not exist", async () => {
    await expect(
      provider.requestInstallation(hostId, { ...requested, hostGroupId: "77" }),
    ).rejects.toMatchObject({ kind: "rejected", code: "bad_request" });
  });

  test("removes everything of the customer when the host is released", async () => {
    await beginInstallation(hostId);
    await provider.release(hostId);
    expect(parametersOf(hostId)).toEqual({});
    expect(await provider.host(hostId)).toMatchObject({ key: null, installation: "installed" });
  });

  test("a new customer finds nothing of the previous one", async () => {
    await beginInstallation(hostId);
    clock.advance(defaultTimings.installMs);
    await provider.setPower(hostId, "off");
    const { userData: _, ...withoutUserData } = requested;
    await provider.requestInstallation(hostId, { ...withoutUserData, key: "next", sshKeys: [] });
    expect(parametersOf(hostId)).toEqual({
      boreal_key: "next",
      boreal_hostname: "gpu-node-1",
      boreal_ssh_keys: "",
    });
  });
});

describe("kept disks", () => {
  const install = async (keptDisks?: readonly string[]) => {
    await provider.setPower(hostId, "off");
    await beginInstallation(hostId, keptDisks === undefined ? {} : { keptDisks });
    clock.advance(defaultTimings.installMs);
  };
  const parametersOf = () =>
    emulator.state.find(hostId)?.parameters.filter(({ name }) => name === "boreal_kept_disks");

  test("an installation reports each disk, and its data stays only where it is asked to", async () => {
    await install();
    const disk = { sizeBytes: 1_920_383_410_176, content: null };
    expect(await provider.installedDisks(hostId)).toEqual([
      { ...disk, device: "nvme0n1", serial: "BRL00001-1", isSystem: true },
      { ...disk, device: "nvme1n1", serial: "BRL00001-2", isSystem: false },
    ]);
    const row = emulator.state.find(hostId);
    if (row !== undefined) row.contents = { nvme0n1: "ext4", nvme1n1: "xfs data" };
    await install(["BRL00001-2"]);
    expect(parametersOf()).toMatchObject([{ value: "BRL00001-2", hidden_value: false }]);
    expect((await provider.installedDisks(hostId)).map(({ content }) => content)).toEqual([
      null,
      "xfs data",
    ]);
    await install();
    expect(parametersOf()).toEqual([]);
    expect((await provider.installedDisks(hostId)).map(({ content }) => content)).toEqual([
      null,
      null,
    ]);
  });

  test("a disk whose report cannot be read is left out", async () => {
    await install();
    const row = emulator.state.find(hostId);
    if (row !== undefined)
      row.facts = { "boreal_disk::sda": "{}", "boreal_disk::sdb": "not JSON", other: "1" };
    expect(await provider.installedDisks(hostId)).toEqual([]);
  });
});

describe("erasing", () => {
  const erase = async (id: string) => {
    await beginInstallation(id, { hostGroupId: "9" });
    clock.advance(defaultTimings.eraseMs);
  };

  test("reports every disk, and the host is off", async () => {
    await erase(hostId);
    expect(await provider.powerState(hostId)).toBe("off");
    const report = await provider.eraseReport(hostId);
    const finishedAt = clock.now();
    const disk = { method: "nvme_sanitize", finishedAt, succeeded: true };
    expect(report).toEqual([
      { ...disk, device: "nvme0n1", serial: "BRL00001-1" },
      { ...disk, device: "nvme1n1", serial: "BRL00001-2" },
    ]);
  });

  test("has no report before the end, and none after the next request", async () => {
    await beginInstallation(hostId, { hostGroupId: "9" });
    expect(await provider.eraseReport(hostId)).toEqual([]);
    clock.advance(defaultTimings.eraseMs);
    expect(await provider.eraseReport(hostId)).toHaveLength(2);
    await provider.requestInstallation(hostId, requested);
    expect(await provider.eraseReport(hostId)).toEqual([]);
  });

  test("a disk that was not erased, or whose report cannot be read, has not succeeded", async () => {
    const id = idOf("erase-fails");
    await erase(id);
    const results = async () =>
      (await provider.eraseReport(id)).map(({ device, succeeded }) => [device, succeeded]);
    expect(await results()).toEqual([
      ["nvme0n1", false],
      ["nvme1n1", true],
    ]);
    const row = emulator.state.find(id);
    if (row === undefined) throw new Error("The host is missing");
    row.facts["boreal_erase::nvme1n1"] = "done";
    expect(await results()).toEqual([
      ["nvme0n1", false],
      ["nvme1n1", false],
    ]);
  });
});

describe("outages and rejections", () => {
  const fault = { status: 503, retryAfterSeconds: 7, delayMs: 1, match: {} };

  test("wrong credentials are an outage, not a rejection of the customer's request", async () => {
    await expect(connect({ password: "wrong" }).hosts()).rejects.toMatchObject({
      kind: "unavailable",
      providerMessage: "401 Unable to authenticate user boreal",
    });
  });

  test("missing permissions are a rejection", async () => {
    const reader = connect({ username: "reader" });
    expect(await reader.hosts()).not.toHaveLength(0);
    await expect(reader.setPower(hostId, "on")).rejects.toMatchObject({ code: "forbidden" });
  });

  test("waits as long as a rate limit asks", async () => {
    emulator.faults.add({ ...fault, kind: "rate-limit" });
    await expect(provider.hosts()).rejects.toMatchObject({
      kind: "unavailable",
      retryAfterMs: 7000,
    });
  });

  test.each(["status", "down"] as const)("%s is an outage", async (kind) => {
    emulator.faults.add({ ...fault, kind });
    await expect(provider.setPower(hostId, "on")).rejects.toMatchObject({ kind: "unavailable" });
  });

  test("no response in time is an outage", async () => {
    emulator.faults.add({ ...fault, kind: "slow", delayMs: 60_000 });
    await expect(connect({ timeoutMs: 50 }).host(hostId)).rejects.toMatchObject({
      kind: "unavailable",
    });
  });

  test("runs the check before every changing request and before no other", async () => {
    const overtaken = new Error("Another worker has taken over");
    let checks = 0;
    const checked = provider.checkedBy(async () => {
      checks += 1;
      throw overtaken;
    });
    for (const change of [
      () => checked.setPower(hostId, "on"),
      () => checked.bootFromNetwork(hostId),
      () => checked.requestInstallation(hostId, requested),
      () => checked.cancelInstallation(hostId),
      () => checked.release(hostId),
    ])
      await expect(change()).rejects.toBe(overtaken);
    expect(checks).toBe(5);
    await checked.hosts();
    await checked.host(hostId);
    await checked.hostGroups();
    await checked.powerState(hostId);
    await checked.eraseReport(hostId);
    expect(checks).toBe(5);
    expect(emulator.state.find(hostId)).toMatchObject({ isOn: false, build: false });
  });
});

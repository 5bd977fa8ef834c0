import { expect, it } from "vitest";
import type { PowerAction, ServerState } from "../../ports/compute.ts";
import { type ContractRun, exampleSshKey, rejectionOf } from "./contract-run.ts";

export function serverContract(run: ContractRun): void {
  const { cloud, newKey, orderServer, untilState, activeServer, untilGone } = run;

  it("is created once for repeated requests, and found by its key", async () => {
    const { compute, until } = cloud();
    const key = newKey();
    const { order, serverId } = await orderServer(key);
    expect(await compute.ensureServer(order)).toEqual({ serverId });
    expect(await compute.findServer({ key })).toMatchObject({
      serverId,
      key,
      hostname: "contract-suite",
    });
    const active = await untilState(serverId, "active");
    expect(active.launchedAt).toBeInstanceOf(Date);
    expect(active.fault).toBeNull();
    const { privateIp } = await compute.ensurePort({ key });
    await until(async () => {
      const view = await compute.server(serverId);
      return view?.addresses.some(({ ip, kind }) => ip === privateIp && kind === "private") === true
        ? true
        : null;
    });
    expect(await compute.ensureServer(order)).toEqual({ serverId });
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
      await cloud().compute.power(serverId, action);
      await untilState(serverId, state);
    }
  });

  it("rejects a soft reboot of a stopped server", async () => {
    const serverId = await activeServer(newKey());
    await cloud().compute.power(serverId, "power_off");
    await untilState(serverId, "stopped");
    expect(await rejectionOf(cloud().compute.power(serverId, "reboot"))).toBe("conflict");
  });

  it("rejects stopping a server that is being built, and has no console for it", async () => {
    const { compute } = cloud();
    const { serverId } = await orderServer(newKey());
    expect(await rejectionOf(compute.power(serverId, "power_off"))).toBe("conflict");
    expect(typeof (await compute.consoleOutput(serverId, 5))).toBe("string");
    await untilState(serverId, "active");
  });

  it("returns the last lines of the console", async () => {
    const serverId = await activeServer(newKey());
    const output = await cloud().compute.consoleOutput(serverId, 2);
    expect(output).not.toBe("");
    expect(output.split("\n").length).toBeLessThanOrEqual(3);
  });

  it("has a screen that a WebSocket connects to, in no way that changes the server", async () => {
    const serverId = await activeServer(newKey());
    const url = await cloud().compute.remoteConsole(serverId);
    expect(url.protocol).toMatch(/^wss?:$/);
    expect((await cloud().compute.server(serverId))?.state).toBe("active");
  });

  it("measures servers per step, or says that it measures nothing", async () => {
    const { compute, now } = cloud();
    const serverId = await activeServer(newKey());
    const end = Math.floor(now().getTime() / 1000);
    const times = [end - 600, end - 300];
    const series = await compute.metrics({ serverId, vcpus: 1, times, stepSeconds: 300 });
    for (const { values } of series ?? []) expect(values).toHaveLength(times.length);
  });

  it("returns changed servers, including deleted ones", async () => {
    const { compute, now } = cloud();
    const since = new Date(now().getTime() - 5000);
    const key = newKey();
    const serverId = await activeServer(key);
    const { servers, at } = await compute.changedSince(since);
    expect(servers).toContainEqual({ serverId, key, state: "active" });
    // A provider may send no time, but not one of another day.
    expect(Math.abs((at ?? now()).getTime() - now().getTime())).toBeLessThan(3_600_000);
    await compute.removeServer(serverId);
    await untilGone(serverId);
    expect((await compute.changedSince(since)).servers).toContainEqual({
      serverId,
      key,
      state: "terminated",
    });
    const later = new Date(now().getTime() + 60_000);
    expect((await compute.changedSince(later)).servers).toEqual([]);
  });

  it("lists the actions on a server, the newest first", async () => {
    const serverId = await activeServer(newKey());
    await cloud().compute.power(serverId, "power_off");
    await untilState(serverId, "stopped");
    const actions = await cloud().compute.serverActions(serverId);
    expect(actions.map(({ action }) => action)).toEqual(["stop", "create"]);
    expect(actions[0]).toMatchObject({
      requestId: expect.stringMatching(/./),
      startedAt: expect.any(Date),
      isByBoreal: true,
      hasFailed: false,
    });
  });

  it("is rebuilt with an image for repeated requests, and keeps its key and addresses", async () => {
    const { compute, image } = cloud();
    const key = newKey();
    const serverId = await activeServer(key);
    const { privateIp } = await compute.ensurePort({ key });
    const request = { image, sshKeys: [exampleSshKey], userData: "#!/bin/sh\ntrue\n" };
    await compute.rebuildServer(serverId, request);
    await compute.rebuildServer(serverId, request);
    const rebuilt = await untilState(serverId, "active");
    expect(rebuilt).toMatchObject({ serverId, key, hostname: "contract-suite", fault: null });
    expect(rebuilt.addresses.map(({ ip }) => ip)).toContain(privateIp);
    expect(await compute.findServer({ key })).toMatchObject({ serverId });
    const [newest] = await compute.serverActions(serverId);
    expect(newest).toMatchObject({ action: "rebuild", hasFailed: false });
  });

  it("is rebuilt while it is off, and is left off", async () => {
    const { compute, image } = cloud();
    const serverId = await activeServer(newKey());
    await compute.power(serverId, "power_off");
    await untilState(serverId, "stopped");
    await compute.rebuildServer(serverId, { image, sshKeys: [] });
    await untilState(serverId, "stopped");
    await compute.power(serverId, "power_on");
    await untilState(serverId, "active");
  });

  it("rejects a rebuild with an image that does not exist, and while the server is being built", async () => {
    const { compute, image } = cloud();
    const { serverId } = await orderServer(newKey());
    expect(await rejectionOf(compute.rebuildServer(serverId, { image, sshKeys: [] }))).toBe(
      "conflict",
    );
    await untilState(serverId, "active");
    const unknown = { image: "no such image", sshKeys: [] };
    expect(await rejectionOf(compute.rebuildServer(serverId, unknown))).toBe("image_missing");
    expect((await compute.server(serverId))?.state).toBe("active");
  });

  it("is gone once removed, and removing it again is not an error", async () => {
    const { compute } = cloud();
    const key = newKey();
    const serverId = await activeServer(key);
    await compute.removeServer(serverId);
    await untilGone(serverId);
    await compute.removeServer(serverId);
    expect(await compute.findServer({ key })).toBeNull();
  });

  it("deletes server, IP and port by key, at any point and repeatedly", async () => {
    const { compute } = cloud();
    const key = newKey();
    await compute.deleteByKey(key);
    const port = await compute.ensurePort({ key });
    const address = await compute.ensureFloatingIp({ key, portId: port.portId });
    const { serverId } = await orderServer(key);
    await compute.deleteByKey(key);
    await untilGone(serverId);
    await compute.deleteByKey(key);
    const again = await compute.ensurePort({ key });
    expect(again.portId).not.toBe(port.portId);
    const other = await compute.ensureFloatingIp({ key, portId: again.portId });
    expect(other.addressId).not.toBe(address.addressId);
    expect(await compute.findServer({ key })).toBeNull();
  });

  it("starts from a boot volume if its flavor has no disk, and the volume ends with it", async (test) => {
    const { compute, disklessFlavor, until } = cloud();
    if (disklessFlavor === null) return test.skip("this cloud has no flavor without a disk");
    const key = newKey();
    const { serverId } = await orderServer(key, {
      flavor: disklessFlavor,
      bootDiskGb: 10,
      owner: "workspace-1",
    });
    const { volumeIds } = await untilState(serverId, "active");
    expect(volumeIds).toHaveLength(1);
    const volumesOf = async () =>
      (await compute.marked()).filter(
        (resource) => resource.kind === "volume" && resource.key === key,
      );
    await compute.markVolumes({ key, volumeIds, owner: "workspace-1" });
    await compute.markVolumes({ key, volumeIds, owner: "workspace-1" });
    expect(await volumesOf()).toMatchObject([{ id: volumeIds[0], createdAt: expect.any(Date) }]);
    await compute.deleteByKey(key);
    await untilGone(serverId);
    await until(async () => {
      await compute.deleteByKey(key);
      return (await volumesOf()).length === 0 ? true : null;
    });
  });
}

export function invalidRequestContract(run: ContractRun): void {
  const { cloud, newKey } = run;

  it("finds no server with an unknown id", async () => {
    const { compute } = cloud();
    const nowhere = "00000000-0000-4000-8000-000000000000";
    expect(await compute.server(nowhere)).toBeNull();
    expect(await rejectionOf(compute.power(nowhere, "reboot"))).toBe("not_found");
    expect(await rejectionOf(compute.consoleOutput(nowhere, 10))).toBe("not_found");
    expect(await rejectionOf(compute.remoteConsole(nowhere))).toBe("not_found");
    expect(await compute.serverActions(nowhere)).toEqual([]);
  });

  it("rejects an order with a missing flavor or image, and creates nothing", async () => {
    const { compute, flavor, image } = cloud();
    const key = newKey();
    const { portId } = await compute.ensurePort({ key });
    const order = { key, hostname: "never", flavor, image, portId, sshKeys: [], bootDiskGb: 1 };
    expect(await rejectionOf(compute.ensureServer({ ...order, flavor: "no-such-flavor" }))).toBe(
      "flavor_missing",
    );
    for (const missing of ["no such system", "00000000-0000-4000-8000-000000000000"])
      expect(await rejectionOf(compute.ensureServer({ ...order, image: missing }))).toBe(
        "image_missing",
      );
    expect(await compute.findServer({ key })).toBeNull();
  });

  it("rejects an order with an unknown port", async () => {
    const { compute, flavor, image } = cloud();
    const order = { key: newKey(), hostname: "never", flavor, image, portId: "none", sshKeys: [] };
    expect(await rejectionOf(compute.ensureServer({ ...order, bootDiskGb: 1 }))).toBe(
      "bad_request",
    );
  });

  it("rejects a key that cannot be stored as a tag", async () => {
    expect(await rejectionOf(cloud().compute.findServer({ key: "a,b" }))).toBe("bad_request");
  });
}

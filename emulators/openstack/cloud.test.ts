import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { ManualClock } from "#api/core/lib/clock.ts";
import { defaultCloud } from "./default-cloud.ts";
import {
  type EmulatorOptions,
  type OpenstackEmulator,
  startOpenstackEmulator,
} from "./emulator.ts";

const region = defaultCloud.regions[0];
if (region === undefined) throw new Error("no region");
const flavorId = (name: string) => region.flavors.find((flavor) => flavor.name === name)?.id ?? "";

let clock: ManualClock;
let emulator: OpenstackEmulator;
let token: string;
let folder: string;

async function start(options: Partial<EmulatorOptions> = {}): Promise<OpenstackEmulator> {
  emulator = await startOpenstackEmulator({ port: 0, clock, ...options });
  const user = { name: "boreal", domain: { name: "Default" }, password: "boreal-emulator" };
  const scope = { project: { name: "boreal", domain: { name: "Default" } } };
  const body = JSON.stringify({
    auth: { identity: { methods: ["password"], password: { user } }, scope },
  });
  const response = await fetch(`${emulator.authUrl}/auth/tokens`, { method: "POST", body });
  token = response.headers.get("x-subject-token") ?? "";
  return emulator;
}

beforeEach(async () => {
  clock = new ManualClock("2026-05-04T09:00:00Z");
  folder = mkdtempSync(path.join(tmpdir(), "openstack-emulator-"));
  await start();
});
afterEach(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

const ParsedResponse = z.object({ status: z.number(), body: z.unknown() });

async function send(
  method: string,
  pathname: string,
  body?: unknown,
): Promise<z.infer<typeof ParsedResponse>> {
  const response = await fetch(emulator.url + pathname, {
    method,
    headers: { "X-Auth-Token": token, "OpenStack-API-Version": "compute 2.93" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

const servers = "/lulea/compute/v2.1/servers";

async function order(name: string, flavor = "cpu-2"): Promise<string> {
  const server = {
    name,
    flavorRef: flavorId(flavor),
    imageRef: region?.images[0]?.id,
    networks: "auto",
    tags: [name],
  };
  const response = await send("POST", servers, { server });
  return z.object({ server: z.object({ id: z.string() }) }).parse(response.body).server.id;
}

const ServerView = z.object({
  server: z.object({
    status: z.string(),
    "OS-EXT-STS:task_state": z.string().nullable(),
    "OS-EXT-SRV-ATTR:host": z.string().nullable(),
  }),
});

async function serverStatus(id: string): Promise<string> {
  const response = await send("GET", `${servers}/${id}`);
  if (response.status === 404) return "deleted";
  const { server } = ServerView.parse(response.body);
  return [server.status, server["OS-EXT-STS:task_state"]].filter(Boolean).join(" ");
}

const act = (id: string, body: object) => send("POST", `${servers}/${id}/action`, body);

describe("time", () => {
  it("builds a server as the clock advances", async () => {
    const id = await order("web");
    expect(await serverStatus(id)).toBe("BUILD scheduling");
    clock.advance(500);
    expect(await serverStatus(id)).toBe("BUILD networking");
    clock.advance(1000);
    expect(await serverStatus(id)).toBe("BUILD spawning");
    clock.advance(3999);
    expect(await serverStatus(id)).toBe("BUILD spawning");
    clock.advance(1);
    expect(await serverStatus(id)).toBe("ACTIVE");
  });

  it("runs stop, start, reboot and delete", async () => {
    const id = await order("web");
    clock.advance(60_000);
    await act(id, { "os-stop": null });
    expect(await serverStatus(id)).toBe("ACTIVE powering-off");
    clock.advance(3000);
    expect(await serverStatus(id)).toBe("SHUTOFF");
    await act(id, { "os-start": null });
    clock.advance(2000);
    expect(await serverStatus(id)).toBe("ACTIVE");
    await act(id, { reboot: { type: "SOFT" } });
    expect(await serverStatus(id)).toBe("REBOOT rebooting");
    expect((await act(id, { reboot: { type: "SOFT" } })).status).toBe(409);
    clock.advance(3000);
    await act(id, { reboot: { type: "HARD" } });
    expect(await serverStatus(id)).toBe("HARD_REBOOT rebooting_hard");
    clock.advance(4000);
    expect(await serverStatus(id)).toBe("ACTIVE");
    await send("DELETE", `${servers}/${id}`);
    expect(await serverStatus(id)).toBe("ACTIVE deleting");
    clock.advance(2000);
    expect(await serverStatus(id)).toBe("deleted");
    expect(emulator.world()).toEqual({ servers: [], ports: [], floatingIps: [], volumes: [] });
  });

  it("builds a server named slow-build for ten minutes", async () => {
    const id = await order("slow-build-1");
    clock.advance(9 * 60_000);
    expect(await serverStatus(id)).toBe("BUILD spawning");
    clock.advance(2 * 60_000);
    expect(await serverStatus(id)).toBe("ACTIVE");
  });

  it("advances only by explicit steps in manual mode", async () => {
    await emulator.stop();
    await start({ mode: "manual" });
    const id = await order("web");
    clock.advance(3_600_000);
    expect(await serverStatus(id)).toBe("BUILD scheduling");
    expect((await send("POST", `/_control/servers/${id}/step`)).body).toMatchObject({
      taskState: "networking",
    });
    emulator.step(id);
    emulator.step(id);
    expect(await serverStatus(id)).toBe("ACTIVE");
    expect(emulator.step(id)).toBe(false);
  });
});

describe("host capacity", () => {
  it("places GPU servers on hosts with these GPUs until the capacity is exhausted", async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 4; number += 1)
      ids.push(await order(`gpu-${number}`, "gpu-h100-8"));
    clock.advance(60_000);
    expect(await Promise.all(ids.map(serverStatus))).toEqual([
      "ACTIVE",
      "ACTIVE",
      "ACTIVE",
      "ERROR",
    ]);
    const hosts = emulator.world().servers.map((server) => server.host);
    expect(hosts.toSorted()).toEqual(["lulea-h100-01", "lulea-h100-02", "lulea-h100-03", null]);
  });

  it("is reported by the hypervisors and released by a delete", async () => {
    const id = await order("gpu", "gpu-h100-8");
    const used = async () => {
      const response = await fetch(`${emulator.url}/lulea/compute/v2.1/os-hypervisors/detail`, {
        headers: { "X-Auth-Token": token, "OpenStack-API-Version": "compute 2.87" },
      });
      const { hypervisors } = z
        .object({ hypervisors: z.array(z.looseObject({ running_vms: z.number() })) })
        .parse(await response.json());
      return hypervisors.reduce((sum, host) => sum + host.running_vms, 0);
    };
    expect(await used()).toBe(1);
    await send("DELETE", `${servers}/${id}`);
    clock.advance(60_000);
    expect(await used()).toBe(0);
  });
});

describe("regions", () => {
  it("have separate servers and public IP ranges", async () => {
    const id = await order("web");
    const otherRegion = servers.replace("lulea", "keflavik");
    expect((await send("GET", `${otherRegion}/${id}`)).status).toBe(404);
    const ranges = defaultCloud.regions.map(
      ({ networks }) => networks.find(({ external }) => external)?.cidr,
    );
    expect(new Set(ranges).size).toBe(3);
  });
});

describe("a restart", () => {
  it("keeps all acknowledged changes, even if the process is killed", async () => {
    const statePath = path.join(folder, "cloud.json");
    const first = emulator;
    const killed = await start({ statePath });
    const built = await order("web");
    clock.advance(60_000);
    await act(built, { "os-stop": null });
    const deleted = await order("old");
    await send("DELETE", `${servers}/${deleted}`);
    const before = killed.world();
    // The first process is not stopped, so the next one only has the state file.
    await start({ statePath });
    expect(emulator.world()).toEqual(before);
    expect(await serverStatus(built)).toBe("ACTIVE powering-off");
    clock.advance(60_000);
    expect(await serverStatus(built)).toBe("SHUTOFF");
    expect(await serverStatus(deleted)).toBe("deleted");
    await Promise.all([first.stop(), killed.stop()]);
  });

  it("makes every token invalid", async () => {
    const old = token;
    await emulator.stop();
    await start();
    token = old;
    expect((await send("GET", servers)).status).toBe(401);
  });
});

describe("control endpoints", () => {
  it("set any state and fault of a server", async () => {
    const id = await order("web");
    await send("POST", `/_control/servers/${id}/state`, {
      vmState: "error",
      fault: { code: 500, message: "Disk died" },
    });
    expect(await serverStatus(id)).toBe("ERROR");
    const { body } = await send("GET", `${servers}/${id}`);
    expect(body).toMatchObject({ server: { fault: { code: 500, message: "Disk died" } } });
  });

  it("inject faults into matching requests, a limited number of times", async () => {
    const match = {
      service: "compute",
      region: "lulea",
      method: "GET",
      pathPattern: "^/v2.1/servers$",
    };
    const created = await send("POST", "/_control/faults", {
      match,
      kind: "status",
      status: 502,
      times: 2,
    });
    expect(created.status).toBe(201);
    const statuses = [];
    for (const pathname of [servers, `${servers}/detail`, servers, servers])
      statuses.push((await send("GET", pathname)).status);
    expect(statuses).toEqual([502, 200, 502, 200]);
    const created500 = await send("POST", "/_control/faults", { kind: "status", status: 500 });
    const one = `/_control/faults/${z.object({ id: z.string() }).parse(created500.body).id}`;
    await send("POST", "/_control/faults", { kind: "rate-limit" });
    expect((await send("GET", servers)).status).toBe(500);
    expect((await send("DELETE", one)).status).toBe(204);
    expect((await send("DELETE", one)).status).toBe(404);
    expect((await send("GET", servers)).status).toBe(429);
    await send("DELETE", "/_control/faults");
    expect((await send("GET", servers)).status).toBe(200);
    expect((await send("POST", "/_control/faults", { kind: "meteor" })).status).toBe(400);
  });

  it("pass a clock offset to the owner of the clock", async () => {
    expect((await send("PUT", "/_control/clock", { offsetMs: 1000 })).status).toBe(409);
    const offsets: number[] = [];
    await emulator.stop();
    await start({ onClockOffset: (offsetMs) => offsets.push(offsetMs) });
    expect((await send("PUT", "/_control/clock", { offsetMs: 86_400_000 })).status).toBe(200);
    expect(offsets).toEqual([86_400_000]);
  });
});

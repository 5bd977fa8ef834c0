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

const Answer = z.object({ status: z.number(), body: z.unknown() });

async function call(
  method: string,
  where: string,
  body?: unknown,
): Promise<z.infer<typeof Answer>> {
  const response = await fetch(emulator.url + where, {
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
  const answer = await call("POST", servers, { server });
  return z.object({ server: z.object({ id: z.string() }) }).parse(answer.body).server.id;
}

const Shown = z.object({
  server: z.object({
    status: z.string(),
    "OS-EXT-STS:task_state": z.string().nullable(),
    "OS-EXT-SRV-ATTR:host": z.string().nullable(),
  }),
});

async function shown(id: string): Promise<string> {
  const answer = await call("GET", `${servers}/${id}`);
  if (answer.status === 404) return "gone";
  const { server } = Shown.parse(answer.body);
  return [server.status, server["OS-EXT-STS:task_state"]].filter(Boolean).join(" ");
}

const act = (id: string, body: object) => call("POST", `${servers}/${id}/action`, body);

describe("time", () => {
  it("carries a server through its build by the clock alone", async () => {
    const id = await order("web");
    expect(await shown(id)).toBe("BUILD scheduling");
    clock.advance(500);
    expect(await shown(id)).toBe("BUILD networking");
    clock.advance(1000);
    expect(await shown(id)).toBe("BUILD spawning");
    clock.advance(3999);
    expect(await shown(id)).toBe("BUILD spawning");
    clock.advance(1);
    expect(await shown(id)).toBe("ACTIVE");
  });

  it("carries a server through stop, start, reboot and delete", async () => {
    const id = await order("web");
    clock.advance(60_000);
    await act(id, { "os-stop": null });
    expect(await shown(id)).toBe("ACTIVE powering-off");
    clock.advance(3000);
    expect(await shown(id)).toBe("SHUTOFF");
    await act(id, { "os-start": null });
    clock.advance(2000);
    expect(await shown(id)).toBe("ACTIVE");
    await act(id, { reboot: { type: "SOFT" } });
    expect(await shown(id)).toBe("REBOOT rebooting");
    expect((await act(id, { reboot: { type: "SOFT" } })).status).toBe(409);
    clock.advance(3000);
    await act(id, { reboot: { type: "HARD" } });
    expect(await shown(id)).toBe("HARD_REBOOT rebooting_hard");
    clock.advance(4000);
    expect(await shown(id)).toBe("ACTIVE");
    await call("DELETE", `${servers}/${id}`);
    expect(await shown(id)).toBe("ACTIVE deleting");
    clock.advance(2000);
    expect(await shown(id)).toBe("gone");
    expect(emulator.world()).toEqual({ servers: [], ports: [], floatingIps: [] });
  });

  it("takes ten minutes over a server named slow-build", async () => {
    const id = await order("slow-build-1");
    clock.advance(9 * 60_000);
    expect(await shown(id)).toBe("BUILD spawning");
    clock.advance(2 * 60_000);
    expect(await shown(id)).toBe("ACTIVE");
  });

  it("stands still in manual mode until a step is called for", async () => {
    await emulator.stop();
    await start({ mode: "manual" });
    const id = await order("web");
    clock.advance(3_600_000);
    expect(await shown(id)).toBe("BUILD scheduling");
    expect((await call("POST", `/_control/servers/${id}/step`)).body).toMatchObject({
      taskState: "networking",
    });
    emulator.step(id);
    emulator.step(id);
    expect(await shown(id)).toBe("ACTIVE");
    expect(emulator.step(id)).toBe(false);
  });
});

describe("room on the hosts", () => {
  it("is given to GPU machines where their GPUs are, and ends", async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 4; number += 1)
      ids.push(await order(`gpu-${number}`, "gpu-h100-8"));
    clock.advance(60_000);
    expect(await Promise.all(ids.map(shown))).toEqual(["ACTIVE", "ACTIVE", "ACTIVE", "ERROR"]);
    const hosts = emulator.world().servers.map((server) => server.host);
    expect(hosts.toSorted()).toEqual(["lulea-h100-01", "lulea-h100-02", "lulea-h100-03", null]);
  });

  it("is counted in the figures of the hypervisors and free again after a delete", async () => {
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
    await call("DELETE", `${servers}/${id}`);
    clock.advance(60_000);
    expect(await used()).toBe(0);
  });
});

describe("regions", () => {
  it("have servers and public addresses of their own", async () => {
    const id = await order("web");
    const elsewhere = servers.replace("lulea", "keflavik");
    expect((await call("GET", `${elsewhere}/${id}`)).status).toBe(404);
    const ranges = defaultCloud.regions.map(
      ({ networks }) => networks.find(({ external }) => external)?.cidr,
    );
    expect(new Set(ranges).size).toBe(3);
  });
});

describe("a restart", () => {
  it("keeps everything that was answered, also when the process was killed", async () => {
    const statePath = path.join(folder, "cloud.json");
    const first = emulator;
    const killed = await start({ statePath });
    const built = await order("web");
    clock.advance(60_000);
    await act(built, { "os-stop": null });
    const deleted = await order("old");
    await call("DELETE", `${servers}/${deleted}`);
    const before = killed.world();
    // nothing is told to stop: what stands in the file is all the next process has
    await start({ statePath });
    expect(emulator.world()).toEqual(before);
    expect(await shown(built)).toBe("ACTIVE powering-off");
    clock.advance(60_000);
    expect(await shown(built)).toBe("SHUTOFF");
    expect(await shown(deleted)).toBe("gone");
    await Promise.all([first.stop(), killed.stop()]);
  });

  it("makes every token invalid", async () => {
    const old = token;
    await emulator.stop();
    await start();
    token = old;
    expect((await call("GET", servers)).status).toBe(401);
  });
});

describe("control calls", () => {
  it("put a server into any state, with a fault", async () => {
    const id = await order("web");
    await call("POST", `/_control/servers/${id}/state`, {
      vmState: "error",
      fault: { code: 500, message: "Disk died" },
    });
    expect(await shown(id)).toBe("ERROR");
    const { body } = await call("GET", `${servers}/${id}`);
    expect(body).toMatchObject({ server: { fault: { code: 500, message: "Disk died" } } });
  });

  it("order faults that hit the calls they name, as often as they say", async () => {
    const match = {
      service: "compute",
      region: "lulea",
      method: "GET",
      pathPattern: "^/v2.1/servers$",
    };
    const created = await call("POST", "/_control/faults", {
      match,
      kind: "status",
      status: 502,
      times: 2,
    });
    expect(created.status).toBe(201);
    const statuses = [];
    for (const where of [servers, `${servers}/detail`, servers, servers])
      statuses.push((await call("GET", where)).status);
    expect(statuses).toEqual([502, 200, 502, 200]);
    const made500 = await call("POST", "/_control/faults", { kind: "status", status: 500 });
    const one = `/_control/faults/${z.object({ id: z.string() }).parse(made500.body).id}`;
    await call("POST", "/_control/faults", { kind: "rate-limit" });
    expect((await call("GET", servers)).status).toBe(500);
    expect((await call("DELETE", one)).status).toBe(204);
    expect((await call("DELETE", one)).status).toBe(404);
    expect((await call("GET", servers)).status).toBe(429);
    await call("DELETE", "/_control/faults");
    expect((await call("GET", servers)).status).toBe(200);
    expect((await call("POST", "/_control/faults", { kind: "meteor" })).status).toBe(400);
  });

  it("hand a distance of the clock to whoever owns it", async () => {
    expect((await call("PUT", "/_control/clock", { offsetMs: 1000 })).status).toBe(409);
    const moved: number[] = [];
    await emulator.stop();
    await start({ onClockOffset: (offsetMs) => moved.push(offsetMs) });
    expect((await call("PUT", "/_control/clock", { offsetMs: 86_400_000 })).status).toBe(200);
    expect(moved).toEqual([86_400_000]);
  });
});

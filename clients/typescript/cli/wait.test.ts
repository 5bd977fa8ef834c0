/** Waiting for an order while the server is unavailable, on the shell's injected time. */
import { expect, test } from "vitest";
import { scriptedServer } from "../testing/scripted-server.ts";
import { Shell } from "../testing/shell.ts";

const token = "gcw_notARealTokenButLongEnough0000000000";
const at = (url: string) => ({
  env: { BOREAL_URL: url, BOREAL_TOKEN: token, BOREAL_WORKSPACE: "acme" },
});
const id = "0197c9a2-1111-7111-8111-aaaaaaaaaaaa";
const instance = (status: string) => ({
  id,
  hostname: "web-1",
  status,
  statusReason: null,
  product: { name: "4 vCPU" },
  region: { handle: "lulea" },
  publicIp: null,
  project: null,
  costSoFar: { cents: 0, currency: "USD" },
});
const offer = {
  json: {
    regions: [],
    products: [
      {
        id: "p",
        name: "4 vCPU",
        variant: "virtual_machine",
        rateMicrosPerHour: 80_000,
        priceSnapshotId: "s",
      },
    ],
    images: [{ id: "i", name: "Debian 13", supportsSecurityKeys: true }],
  },
};
const key = { id: "k", name: "laptop", type: "ssh-ed25519", isDefault: true };
const keys = {
  json: { data: [key], meta: { page: 1, next: null } },
};
const ordered = {
  status: 202,
  json: { orderId: "o", lines: [], instances: [instance("building")] },
};
const unavailable = { status: 503, json: { code: "unavailable", message: "Starting up" } };
const create = [
  ...["instances", "create", "web-1", "--region", "lulea", "--product", "4 vCPU"],
  ...["--image", "Debian 13", "--wait"],
];
/** The key and the offer are requested concurrently, in any order. */
const isOffer = (path: string) => path.startsWith("/api/v1/assets/offer");

const isLogs = (path: string) => path.includes("/logs");
const step = (name: string, more: object = {}) => ({
  json: {
    data: [{ step: name, typicalSeconds: 60, waitingSince: null, waitingReason: null, ...more }],
    meta: { page: 1, next: null },
  },
});

/** A server that is unavailable during a period of the shell's time. */
async function server(shell: Shell, awayFrom: number, awayTo: number, last: () => object) {
  return scriptedServer((request) => {
    if (isOffer(request.path)) return offer;
    if (request.path.includes("/credentials")) return keys;
    if (request.method === "POST") return ordered;
    const now = shell.waits.reduce((sum, wait) => sum + wait, 0);
    return now >= awayFrom && now < awayTo ? { breaks: true } : last();
  });
}

test("N28: keeps waiting during an outage of 30 s and prints one note", async () => {
  using shell = new Shell();
  let polls = 0;
  await using cloud = await server(shell, 6_000, 36_000, () => {
    polls += 1;
    return { json: instance(polls > 3 ? "active" : "building") };
  });
  const ran = await shell.run(create, at(cloud.url));
  expect(ran.code).toBe(0);
  expect(ran.out).toMatch(/web-1 +active/);
  expect(ran.err).toContain(`web-1 is ${id}\n`);
  const notes = ran.err.split("\n").filter((line) => line.includes("could not be reached"));
  expect(notes).toEqual([
    expect.stringMatching(/could not be reached: .*\. Waiting up to 1800 s in total$/),
  ]);
  expect(shell.waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(36_000);
});

test("an outage of 20 minutes is survived: notes when it starts, every five minutes, and when it is over", async () => {
  using shell = new Shell();
  let last: object = { json: instance("building") };
  await using cloud = await server(shell, 6_000, 1_206_000, () => {
    const response = last;
    last = { json: instance("active") };
    return response;
  });
  const ran = await shell.run(create, at(cloud.url));
  expect(ran.code).toBe(0);
  const count = (text: string) => ran.err.split(text).length - 1;
  expect(count("Waiting up to 1800 s in total")).toBe(1);
  expect(count("Still no response after")).toBe(3);
  expect(ran.err).toContain("Still no response after 15 minutes: ");
  expect(ran.err).toMatch(/The server responds again, after 120\d s\n/);
});

test("says what it waits for: the status, and each step once", async () => {
  using shell = new Shell();
  const steps = [
    step("server", { typicalSeconds: 2 }),
    step("install"),
    step("install"),
    step("install", { waitingSince: "2026-05-15T09:12:00.000Z" }),
    step("install", { waitingReason: "provider_rejected" }),
    { status: 403, json: { code: "permission_denied_missing_permission" } },
  ];
  const total = steps.length;
  await using cloud = await scriptedServer(({ path, method }) => {
    if (isOffer(path)) return offer;
    if (path.includes("/credentials")) return keys;
    if (method === "POST") return ordered;
    if (isLogs(path)) return steps.shift() ?? {};
    const polls = cloud.requests.filter((request) => request.path.endsWith(id)).length;
    return { json: instance(polls > total ? "active" : "building") };
  });
  const ran = await shell.run(create, at(cloud.url));
  expect(ran.code).toBe(0);
  expect(ran.err.split("\n").filter((line) => /^Waiting|^web-1: /.test(line))).toEqual([
    "Waiting up to 1800 s for web-1 to be active",
    "web-1: requesting a host (usually about 2 s)",
    "web-1: finding a host, installing, and booting (usually about 60 s)",
    "web-1: waiting for its region, which hasn't responded since 2026-05-15 09:12 UTC",
    'web-1: waiting for Support at the step "install" (provider rejected)',
  ]);
});

test("N28: stops at --timeout during an outage and prints how to check the instance", async () => {
  using shell = new Shell();
  await using cloud = await server(shell, 3_000, Infinity, () => ({ json: instance("building") }));
  const ran = await shell.run([...create, "--timeout", "20"], at(cloud.url));
  expect(ran.code).toBe(7);
  expect(ran.out).toMatch(/web-1 +building/);
  expect(ran.err).toContain("error: web-1 was building when it was last seen\n");
  expect(ran.err).toContain(`  Check its progress with \`boreal instances view ${id}\`\n`);
  expect(shell.waits.reduce((sum, wait) => sum + wait, 0)).toBe(20_000);
});

test("N28: stops at --timeout during a build and prints how to check the instance", async () => {
  using shell = new Shell();
  await using cloud = await server(shell, 0, 0, () => ({ json: instance("building") }));
  const ran = await shell.run([...create, "--timeout", "7"], at(cloud.url));
  expect(ran.code).toBe(1);
  expect(ran.err).toContain(
    `error: web-1 is still building\n  Check its progress with \`boreal instances view ${id}\`\n`,
  );
});

test("N28: keeps waiting during maintenance and after 429, for the requested time", async () => {
  using shell = new Shell();
  const responses = [
    { status: 423, json: { code: "maintenance", message: "Maintenance" } },
    { status: 429, headers: { "retry-after": "11" }, json: { code: "too_many_requests" } },
    unavailable,
    { json: instance("active") },
  ];
  await using cloud = await server(shell, 0, 0, () => responses.shift() ?? {});
  const ran = await shell.run(create, at(cloud.url));
  expect(ran.code).toBe(0);
  expect(shell.waits).toEqual([3_000, 3_000, 11_000, 3_000]);
});

test("N28: stops and prints the id if the token may not view the instance", async () => {
  using shell = new Shell();
  const rejected = { status: 403, json: { code: "permission_denied_missing_permission" } };
  await using cloud = await server(shell, 0, 0, () => rejected);
  const ran = await shell.run(create, at(cloud.url));
  expect(ran.code).toBe(4);
  expect(ran.err).toContain(
    `web-1 is ${id}. Check its progress with \`boreal instances view ${id}\`\n`,
  );
});

test("N28: rejects a repeated order as taken, with the id of the first instance", async () => {
  using shell = new Shell();
  const taken = {
    code: "taken",
    message: "This name is already used by another instance in this workspace",
    existing: { id, name: "web-1" },
  };
  await using cloud = await scriptedServer(({ path, method }) => {
    if (isOffer(path)) return offer;
    if (method === "GET") return keys;
    return { status: 422, json: { errors: { "hostname.0": [taken] }, requestId: "r1" } };
  });
  const ran = await shell.run(create, at(cloud.url));
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toContain(
    `  hostname.0: This name is already used by another instance in this workspace (taken): web-1, ${id}\n`,
  );
});

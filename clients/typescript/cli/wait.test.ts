/** Waiting for an order while the server is away; time is the shell's, and so is the server's script. */
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
const ordered = { status: 202, json: { orderId: "o", instances: [instance("building")] } };
const away = { status: 503, json: { code: "unavailable", message: "Starting up" } };
const create = [
  ...["instances", "create", "web-1", "--region", "lulea", "--product", "4 vCPU"],
  ...["--image", "Debian 13", "--wait"],
];
/** The key and the offer are asked for together, in either order. */
const isOffer = (path: string) => path.startsWith("/api/v1/assets/offer");

/** A server that is away from one moment of the shell's time to another. */
async function server(shell: Shell, awayFrom: number, awayTo: number, last: () => object) {
  return scriptedServer((seen) => {
    if (isOffer(seen.path)) return offer;
    if (seen.path.includes("/credentials")) return keys;
    if (seen.method === "POST") return ordered;
    const now = shell.waits.reduce((sum, wait) => sum + wait, 0);
    return now >= awayFrom && now < awayTo ? { breaks: true } : last();
  });
}

test("N28: an outage of 30 s is waited through, with one note", async () => {
  using shell = new Shell();
  let looks = 0;
  await using cloud = await server(shell, 6_000, 36_000, () => {
    looks += 1;
    return { json: instance(looks > 3 ? "active" : "building") };
  });
  const ran = await shell.run(create, at(cloud.url));
  expect(ran.code).toBe(0);
  expect(ran.out).toMatch(/web-1 +active/);
  expect(ran.err).toContain(`web-1 is ${id}\n`);
  const notes = ran.err.split("\n").filter((line) => line.includes("could not be reached"));
  expect(notes).toEqual([
    expect.stringMatching(/could not be reached: .*: waiting for it, up to 1800 s in all$/),
  ]);
  expect(shell.waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(36_000);
});

test("N28: waiting ends at --timeout, also where the server is away, with the id and how to go on", async () => {
  using shell = new Shell();
  await using cloud = await server(shell, 3_000, Infinity, () => ({ json: instance("building") }));
  const ran = await shell.run([...create, "--timeout", "20"], at(cloud.url));
  expect(ran.code).toBe(7);
  expect(ran.out).toMatch(/web-1 +building/);
  expect(ran.err).toContain("error: web-1 was building when it was last seen\n");
  expect(ran.err).toContain(`  It goes on: \`boreal instances view ${id}\`\n`);
  expect(shell.waits.reduce((sum, wait) => sum + wait, 0)).toBe(20_000);
});

test("N28: where the order is not done in time, its id and how to go on are told", async () => {
  using shell = new Shell();
  await using cloud = await server(shell, 0, 0, () => ({ json: instance("building") }));
  const ran = await shell.run([...create, "--timeout", "7"], at(cloud.url));
  expect(ran.code).toBe(1);
  expect(ran.err).toContain(
    `error: web-1 is still building\n  It goes on: \`boreal instances view ${id}\`\n`,
  );
});

test("N28: maintenance and too many requests are waited through too, as long as they ask for", async () => {
  using shell = new Shell();
  const responses = [
    { status: 423, json: { code: "maintenance", message: "Maintenance" } },
    { status: 429, headers: { "retry-after": "11" }, json: { code: "too_many_requests" } },
    away,
    { json: instance("active") },
  ];
  await using cloud = await server(shell, 0, 0, () => responses.shift() ?? {});
  const ran = await shell.run(create, at(cloud.url));
  expect(ran.code).toBe(0);
  expect(shell.waits).toEqual([3_000, 3_000, 11_000, 3_000]);
});

test("N28: a token that may not look ends the waiting with the id", async () => {
  using shell = new Shell();
  const rejected = { status: 403, json: { code: "permission_denied_missing_permission" } };
  await using cloud = await server(shell, 0, 0, () => rejected);
  const ran = await shell.run(create, at(cloud.url));
  expect(ran.code).toBe(4);
  expect(ran.err).toContain(`web-1 is ${id}. It goes on: \`boreal instances view ${id}\`\n`);
});

test("N28: the same line again is refused as taken, with the id of the first", async () => {
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

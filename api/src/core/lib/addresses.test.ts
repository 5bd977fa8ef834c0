import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { buildApp } from "../../app.ts";
import { minimalAppDeps } from "../../testing/app-deps.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { rawRequest } from "../../testing/raw-request.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { networkOf, plainAddress, siteOf, createTrustPredicate } from "./addresses.ts";
import { sql } from "../db/db.ts";
import { createLogger } from "./logger.ts";

test("C14: different addresses and notations of one household count as one network", () => {
  const household = [
    "2001:db8:1:2::1",
    "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff",
    "2001:db8:1:2:0:0:0:5",
    "[2001:db8:1:2::9]",
    "[2001:db8:1:2::9]:4711",
  ].map(networkOf);
  expect(new Set(household)).toEqual(new Set(["2001:db8:1:2::/64"]));
  expect(networkOf("2001:db8:1:3::1")).not.toBe(household[0]);
  expect(networkOf("::1")).toBe("::/64");
  expect(networkOf("fe80::1%eth0")).toBe("fe80::/64");
  const mapped = ["::ffff:192.0.2.7", "::ffff:c000:207", "192.0.2.7", "192.0.2.7:4711"];
  expect(new Set(mapped.map(networkOf))).toEqual(new Set(["192.0.2.7"]));
  expect(siteOf("2001:db8:1:2::1")).toBe("2001:db8:1::/48");
  expect(siteOf("192.0.2.7")).toBeNull();
});

test.each(["unknown", "_hidden", "", "300.1.1.1", "1", "0x7f.1", "::1::2", "x".repeat(9_000)])(
  "%j is not an IP address",
  (text) => {
    expect(plainAddress(text)).toBeNull();
  },
);

test("trusted proxies are addresses, networks and names; an invalid entry stops the start", () => {
  const trusts = createTrustPredicate(["10.0.0.0/8", "192.0.2.1", "2001:db8::/32", "loopback"]);
  for (const address of ["10.9.9.9", "10.9.9.9:80", "192.0.2.1", "[2001:db8::7]:80", "127.0.0.2"])
    expect([address, trusts(address)]).toEqual([address, true]);
  for (const address of ["11.0.0.1", "192.0.2.2", "2001:db9::1", "unknown", ""])
    expect([address, trusts(address)]).toEqual([address, false]);
  expect(() => createTrustPredicate(["10.0.0.0/40"])).toThrow("TRUSTED_PROXIES");
  expect(() => createTrustPredicate(["proxy.internal"])).toThrow("proxy.internal");
});

describe("behind a trusted proxy", () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment({ trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
  });
  afterAll(() => env.stop());

  let requestCount = 0;
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:4711", "203.0.113.7"],
    ["2001:DB8::0007", "2001:db8::7"],
    ["[2001:db8::7]", "2001:db8::7"],
    ["[2001:db8::7]:4711", "2001:db8::7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["fe80::1%eth0", "fe80::1"],
    ["unknown", "127.0.0.1"],
    ["203.0.113.7, unknown", "127.0.0.1"],
    ["unknown, 203.0.113.7", "203.0.113.7"],
    ["203.0.113.7, 10.1.2.3:8080", "203.0.113.7"],
    ["", "127.0.0.1"],
    [",", "127.0.0.1"],
    ["'; DROP TABLE", "127.0.0.1"],
    ["203.0.113.7, 10.1.2.3", "203.0.113.7"],
  ])("X-Forwarded-For: %s counts and is recorded as %s", async (header, recorded) => {
    const headers = { "x-forwarded-for": header };
    requestCount += 1;
    const user = await createUser(env, `user-${requestCount}@addresses.test`);
    const workspace = await createWorkspace(env, user, `workspace-${requestCount}`);
    const path = { workspace: workspace.handle };
    const created = await user.client.call(
      api.projects.create,
      { path, body: { name: "Recorded" } },
      { headers },
    );
    expect(created.status).toBe(201);
    const { ip } = await env.db.withSystemRole("a test reads an audit event", (tx) =>
      tx.one<{ ip: string }>(sql`SELECT host(ip) AS ip FROM audit_event
        WHERE workspace_id = ${workspace.id} AND action = 'projects.create'`),
    );
    expect(ip).toBe(recorded);
    // The addresses that an anonymous request and a token client are counted and audited with.
    const signIn = await env
      .createClient()
      .send("POST", "/auth/login", { email: "nobody@addresses.test", password: "x" }, { headers });
    expect(signIn.status).toBeLessThan(500);
    const tokenClient = await createTokenClient(env, user, workspace);
    expect((await tokenClient.call(api.projects.list, { path }, { headers })).status).toBe(200);
  });

  test("reads a repeated header as one", async () => {
    const { status } = await rawRequest(env.url, "GET", "/auth/self", {
      headers: { "x-forwarded-for": ["203.0.113.7", "unknown"] },
    });
    expect(status).toBe(401);
  });
});

describe("N57: a proxy that is not trusted", () => {
  const Metrics = /^boreal_untrusted_proxy (\d)$/m;
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment();
  });
  afterAll(() => env.stop());
  const gauge = async () => {
    const text = await (await env.createClient().send("GET", "/metrics")).text();
    return Number(Metrics.exec(text)?.[1]);
  };
  let staff: TestUser;
  beforeAll(async () => {
    staff = await createUser(env, "support@boreal.test", { staffRole: "Support" });
  });
  const setup = async () => (await staff.client.call(api.system.setup, {})).data;

  test("is reported to staff and in the metrics until an hour after the last request", async () => {
    expect(await gauge()).toBe(0);
    expect(await setup()).toEqual({ untrustedProxy: null });
    const headers = { "x-forwarded-for": "203.0.113.7" };
    await env.createClient().send("GET", "/auth/self", undefined, { headers });
    expect(await gauge()).toBe(1);
    const lastSeenAt = env.clock.now().toISOString();
    expect(await setup()).toEqual({ untrustedProxy: { address: "127.0.0.1", lastSeenAt } });
    env.clock.advance(3_600_000);
    expect(await gauge()).toBe(0);
    expect(await setup()).toEqual({ untrustedProxy: null });
  });

  test("is logged once, however many requests come through it", async () => {
    const lines: string[] = [];
    const app = await buildApp({
      ...minimalAppDeps(env),
      logger: createLogger("warn", { write: (line) => lines.push(line) }),
    });
    const send = (forwarded: string, remoteAddress: string) =>
      app.inject({
        url: "/health",
        remoteAddress,
        headers: { "x-forwarded-for": forwarded, accept: "application/json" },
      });
    // A client on the Internet that forges the header is not a proxy.
    await send("203.0.113.7", "198.51.100.9");
    const warnings = () => lines.filter((line) => line.includes("TRUSTED_PROXIES"));
    expect(warnings()).toEqual([]);
    for (const address of ["10.0.0.9", "fd00::9", "100.64.0.9", "::ffff:192.168.1.1"])
      await send("203.0.113.7", address);
    expect(warnings()).toEqual([expect.stringContaining("10.0.0.9")]);
    await app.close();
  });

  test("does not give access to the metrics by its own address", async () => {
    const headers = { "x-forwarded-for": "203.0.113.7" };
    expect((await env.createClient().send("GET", "/metrics")).status).toBe(200);
    const forwarded = await env.createClient().send("GET", "/metrics", undefined, { headers });
    expect([
      forwarded.status,
      z.object({ code: z.string() }).parse(await forwarded.json()).code,
    ]).toEqual([404, "not_found"]);
  });
});

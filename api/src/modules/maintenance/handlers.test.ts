/** Maintenance mode: which endpoints respond, which do not, and that nothing else stops. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { allEndpoints, api } from "#contracts/api.ts";
import { type Endpoint, isSessionless } from "#contracts/endpoint.ts";
import { maintenanceHeader } from "#contracts/maintenance.ts";
import { buildApp } from "../../app.ts";
import { sql } from "../../core/db/db.ts";
import { LiveEventHub } from "../../core/live/live-events.ts";
import { createLogger } from "../../core/lib/logger.ts";
import { MaintenanceState } from "../../core/live/maintenance.ts";
import { minimalAppDeps } from "../../testing/app-deps.ts";
import { validPassword, signUp } from "../../testing/accounts.ts";
import type { TestClient } from "../../testing/client.ts";
import { createUser, createWorkspace, type TestUser, signIn } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let admin: TestUser;
let owner: TestUser;
beforeEach(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  owner = await createUser(env, "owner@northwind.test");
  await createWorkspace(env, owner, "northwind");
});
afterEach(() => env.stop());

const startMaintenance = (message?: string) =>
  admin.client.call(api.maintenance.on, { body: message === undefined ? {} : { message } });
const end = () => admin.client.call(api.maintenance.off, {});
const view = async () => (await admin.client.call(api.maintenance.view, {})).data;
const startedAt = "2026-05-15T09:00:00.000Z";
const off = {
  startedAt: null,
  startedBy: null,
  message: null,
  expectedEndAt: null,
  announcement: null,
};

const auditEvents = () =>
  env.db.withSystemRole("a test reads", (tx) =>
    tx.many<{ action: string; actor_name: string; changes: unknown }>(
      sql`SELECT action, actor_name, changes FROM audit_event WHERE action LIKE 'maintenance.%' ORDER BY chain_position`,
    ),
  );

test("starting it again keeps its start and initiator and may change the message", async () => {
  expect(await view()).toEqual(off);
  const first = (await startMaintenance("Back at noon")).data;
  expect(first).toEqual({ ...off, startedAt, startedBy: admin.name, message: "Back at noon" });
  env.clock.advance(60_000);
  expect((await startMaintenance()).data).toEqual(first);
  const other = await createUser(env, "second@boreal.test", { staffRole: "Admin" });
  const changed = await other.client.call(api.maintenance.on, { body: { message: "Back at one" } });
  expect(changed.data).toEqual({ ...first, message: "Back at one" });
  expect((await end()).data.startedAt).toBeNull();
  expect((await end()).data.startedAt).toBeNull();
  expect(await view()).toEqual(off);
});

test("the response that starts it has the header, and the one that ends it does not", async () => {
  expect((await startMaintenance()).headers.get(maintenanceHeader)).toBe(startedAt);
  expect((await end()).headers.get(maintenanceHeader)).toBeNull();
});

test("start and end are audited once each, with their user", async () => {
  await startMaintenance("Back at noon");
  await startMaintenance();
  await end();
  await end();
  expect(await auditEvents()).toEqual([
    {
      action: "maintenance.on",
      actor_name: admin.name,
      changes: [
        { field: "maintenance", from: false, to: true },
        { field: "message", from: null, to: "Back at noon" },
      ],
    },
    { action: "maintenance.on", actor_name: admin.name, changes: [] },
    {
      action: "maintenance.off",
      actor_name: admin.name,
      changes: [
        { field: "maintenance", from: true, to: false },
        { field: "message", from: "Back at noon", to: null },
      ],
    },
    { action: "maintenance.off", actor_name: admin.name, changes: [] },
  ]);
});

test("of many concurrent starts one takes effect", async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => startMaintenance()));
  expect(new Set(responses.map(({ data }) => data.startedAt))).toEqual(new Set([startedAt]));
  const startEvents = (await auditEvents()).filter(
    ({ changes }) => JSON.stringify(changes) !== "[]",
  );
  expect(startEvents).toHaveLength(1);
});

test("Business Admin, Support and customers cannot start it", async () => {
  const business = await createUser(env, "b@boreal.test", { staffRole: "BusinessAdmin" });
  const support = await createUser(env, "s@boreal.test", { staffRole: "Support" });
  for (const { client } of [business, support, owner]) {
    const { status } = await client.call(api.maintenance.on, { body: {} });
    expect(status).toBe(403);
  }
  expect((await view()).startedAt).toBeNull();
});

/** Endpoints that respond to everyone during maintenance. */
const always = [
  // Sign-in, so that staff can sign in; reading the own session, signing out and ending an impersonation.
  "auth.login",
  "auth.loginTwoFactor",
  "auth.loginToken",
  "auth.refresh",
  "auth.self",
  "auth.logout",
  "users.endImpersonation",
  "system.health",
  // Other ways to sign in, and endpoints for monitoring.
  "auth.providers",
  "auth.resendLoginToken",
  "auth.loginPasskeyOptions",
  "auth.loginPasskey",
  "auth.passkeyOptions",
  "auth.passkey",
  "auth.oauthStart",
  "auth.oauthSignIn",
  "system.metrics",
  "system.openapi",
  "demo.moveClock",
  // Payments are confirmed by their provider meanwhile.
  "webhooks.stripe",
  // `alwaysAvailable` only because of the terms; rejects customers itself.
  "account.update",
];

test("the endpoints available during maintenance are exactly this list", () => {
  const declared = allEndpoints
    .filter((endpoint) => endpoint.alwaysAvailable === true)
    .map((endpoint) => endpoint.id);
  expect(declared.sort()).toEqual([...always].sort());
});

const someId = "01890000-0000-7000-8000-000000000000";

async function callEndpoint(endpoint: Endpoint, client: TestClient): Promise<Response> {
  const path = endpoint.path
    .replaceAll(":workspace", "northwind")
    .replaceAll(":provider", "google")
    .replace(/:[a-zA-Z]+/g, someId);
  const accept = endpoint.stream === true ? "text/event-stream" : "application/json";
  const response = await client.send(
    endpoint.method,
    path,
    endpoint.body === undefined ? undefined : {},
    {
      headers: {
        accept,
        // Only pages of the console open sockets.
        ...(endpoint.socket === true && { origin: env.publicUrl.origin }),
      },
    },
  );
  return response;
}

async function describeResponse(response: Response): Promise<string> {
  if (response.status < 400) {
    // The body of a stream does not end.
    await response.body?.cancel();
    return "allowed";
  }
  return `${response.status} ${(await response.text()).split('"')[3] ?? ""}`;
}

const mounted = allEndpoints.filter((endpoint) => !endpoint.id.startsWith("demo."));
/** A test that calls every endpoint takes longer than others. */
const everyEndpoint = { timeout: 120_000 };

test(
  "T37: all other endpoints are closed to others than staff, and every response has the header",
  everyEndpoint,
  async () => {
    const acting = { ...admin, client: await signIn(env, admin.id, { lifeMs: 8 * 3_600_000 }) };
    await acting.client.call(api.users.impersonate, { path: { user: owner.id } });
    expect((await acting.client.call(api.auth.self, {})).data.userSession.authType).toBe(
      "impersonate",
    );
    await startMaintenance();
    const wrong: string[] = [];
    for (const endpoint of mounted.filter(
      (one) => !["auth.logout", "users.endImpersonation"].includes(one.id),
    )) {
      const isAlways = always.includes(endpoint.id) && endpoint.id !== "account.update";
      const callers = [
        ["nobody", env.createClient()],
        ["a customer", owner.client],
        ["staff as a customer", acting.client],
      ] as const;
      const responses = await Promise.all(
        callers.map(async ([name, client]) => ({
          name,
          response: await callEndpoint(endpoint, client),
        })),
      );
      for (const { name, response } of responses) {
        if (response.headers.get(maintenanceHeader) !== startedAt)
          wrong.push(`${endpoint.id} to ${name}: no header`);
        const outcome = await describeResponse(response);
        // Always-available endpoints may have other problems.
        if (outcome.startsWith("423") === isAlways && endpoint.id !== "account.update")
          wrong.push(`${endpoint.id} to ${name}: ${outcome}`);
      }
    }
    const renamed = await owner.client.call(api.account.update, {
      body: { attribute: "name", firstName: "New", lastName: "Name" },
    });
    expect(renamed.code).toBe("maintenance");
    expect((await acting.client.call(api.users.endImpersonation, {})).status).toBe(200);
    expect((await owner.client.call(api.auth.logout, {})).status).toBe(204);
    expect(wrong).toEqual([]);
  },
);

test("T37: all other endpoints stay available to staff", everyEndpoint, async () => {
  await startMaintenance();
  const wrong: string[] = [];
  // Callers without a session or with only a link are anonymous; the session must not end during the test.
  const authenticated = mounted.filter(({ access }) => !isSessionless(access));
  for (const endpoint of authenticated.filter((one) => !one.id.startsWith("maintenance.o"))) {
    const outcome = await describeResponse(
      await callEndpoint(endpoint, await signIn(env, admin.id)),
    );
    if (outcome.startsWith("423")) wrong.push(`${endpoint.id} to staff: ${outcome}`);
  }
  expect(wrong).toEqual([]);
});

test("every kind of response has the header: errors, 404, the page, preflight", async () => {
  const kinds = (): Promise<Response>[] => [
    owner.client.send("GET", "/api/v1/nothing"),
    owner.client.send("POST", "/auth/login", "{"),
    owner.client.send("POST", "/auth/login", { email: "x".repeat(70_000) }),
    owner.client.send("POST", "/auth/login", "x", { headers: { "content-type": "text/plain" } }),
    owner.client.send("GET", `/health?${"x".repeat(9000)}`),
    owner.client.send("GET", "/", undefined, {
      headers: { accept: "text/html", "sec-fetch-mode": "navigate" },
    }),
    owner.client.send("OPTIONS", "/auth/self", undefined, {
      headers: { origin: env.publicUrl.origin, "access-control-request-method": "GET" },
    }),
    owner.client.send("GET", "/health"),
  ];
  const headers = async () =>
    (await Promise.all(kinds())).map((response) => response.headers.get(maintenanceHeader));
  expect(new Set(await headers())).toEqual(new Set([null]));
  await startMaintenance();
  expect(new Set(await headers())).toEqual(new Set([startedAt]));
  await end();
  expect(new Set(await headers())).toEqual(new Set([null]));
});

test("rejected users read the message written by staff", async () => {
  const rejected = async () => {
    const { json } = await owner.client.call(api.workspaces.list, {});
    return json;
  };
  await startMaintenance();
  const general = await rejected();
  expect(general).toMatchObject({
    code: "maintenance",
    message: "We're doing maintenance. Running instances are not affected",
  });
  expect(general).not.toHaveProperty("reason");
  await startMaintenance("Back at noon");
  expect(await rejected()).toMatchObject({
    code: "maintenance",
    message: "Back at noon",
    reason: "maintenance_message",
    params: { text: "Back at noon" },
  });
});

test("a customer's valid password gets 423 and no session, a wrong one the usual problem, and staff can sign in", async () => {
  await signUp(env, "ada@northwind.test");
  await signUp(env, "grace@boreal.test");
  await env.db.withSystemRole("a staff member for a test", async (tx) => {
    const { id } = await tx.one<{ id: string }>(
      sql`SELECT id FROM user_account WHERE email = 'grace@boreal.test'`,
    );
    await tx.execute(
      sql`INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_at) VALUES (${id}, ${id}, 'Support', ${env.clock.now()})`,
    );
  });
  await startMaintenance();
  const sessions = () =>
    env.db.withSystemRole(
      "a test counts",
      async (tx) => (await tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM session`)).n,
    );
  const before = await sessions();
  const login = (email: string, password: string) => {
    const client = env.createClient();
    return client
      .call(api.auth.login, { body: { email, password } })
      .then((response) => ({ code: response.code, cookies: [...client.cookies.keys()] }));
  };
  expect(await login("ada@northwind.test", validPassword)).toEqual({
    code: "maintenance",
    cookies: [],
  });
  expect((await login("ada@northwind.test", "something else entirely")).code).toBe(
    "invalid_credentials",
  );
  expect(await sessions()).toBe(before);
  expect((await login("grace@boreal.test", validPassword)).code).toBeNull();
  expect(await sessions()).toBe(before + 1);
});

test("open streams of customers are closed, new ones are rejected, those of staff stay", async () => {
  const colleague = await createUser(env, "colleague@boreal.test", { staffRole: "Support" });
  await createWorkspace(env, colleague, "inhouse");
  const listen = ({ client }: TestUser, handle: string) =>
    client.send("GET", `/api/v1/workspaces/${handle}/live`, undefined, {
      headers: { accept: "text/event-stream" },
    });
  const theirs = await listen(owner, "northwind");
  const ours = await listen(colleague, "inhouse");
  await startMaintenance();
  // Reads until the stream ends.
  expect(await theirs.text()).toContain("event: open");
  expect((await listen(owner, "northwind")).status).toBe(423);
  const reader = ours.body?.getReader();
  await reader?.read();
  const still = await Promise.race([reader?.read(), Promise.resolve("open")]);
  expect(still).toBe("open");
  await reader?.cancel();
});

test("jobs continue", async () => {
  await owner.client.call(api.account.requestDataCopy, {});
  await startMaintenance();
  await env.runDueJobs();
  expect(env.mail.messages().filter((mail) => mail.to.includes(owner.email))).toHaveLength(1);
});

test("every server process follows immediately, including one started in the meantime", async () => {
  const another = async () => {
    const hub = new LiveEventHub(env.db.owner, env.clock, () => undefined);
    const maintenance = new MaintenanceState(env.db);
    maintenance.subscribe(hub, () => undefined);
    await hub.start();
    await maintenance.refresh();
    const app = await buildApp({
      ...minimalAppDeps(env, { maintenance }),
      logger: createLogger("silent"),
      live: hub,
    });
    const says = async () =>
      (await app.inject({ method: "GET", url: "/health" })).headers[maintenanceHeader] ?? null;
    return { says, stop: () => (hub.stop(), app.close()) };
  };
  const second = await another();
  expect(await second.says()).toBeNull();
  await startMaintenance();
  await expect.poll(second.says).toBe(startedAt);
  const third = await another();
  expect(await third.says()).toBe(startedAt);
  await end();
  for (const { says } of [second, third]) await expect.poll(says).toBeNull();
  await second.stop();
  await third.stop();
});

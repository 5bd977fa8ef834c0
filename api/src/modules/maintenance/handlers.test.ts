/** The console closed for customers: what answers, what does not, and that nothing else stops. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { allEndpoints, api } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
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

let world: TestEnvironment;
let admin: TestUser;
let owner: TestUser;
beforeEach(async () => {
  world = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
  admin = await createUser(world, "admin@boreal.test", { staffRole: "Admin" });
  owner = await createUser(world, "owner@northwind.test");
  await createWorkspace(world, owner, "northwind");
});
afterEach(() => world.stop());

const begin = (message?: string) =>
  admin.client.call(api.maintenance.on, { body: message === undefined ? {} : { message } });
const end = () => admin.client.call(api.maintenance.off, {});
const view = async () => (await admin.client.call(api.maintenance.view, {})).data;
const startedAt = "2026-05-15T09:00:00.000Z";

const entries = () =>
  world.db.withSystemRole("a test reads", (tx) =>
    tx.many<{ action: string; actor_name: string; changes: unknown }>(
      sql`SELECT action, actor_name, changes FROM audit_event WHERE action LIKE 'maintenance.%' ORDER BY chain_position`,
    ),
  );

test("begun again it keeps its start and its first person, and what people are told may change", async () => {
  expect(await view()).toEqual({ startedAt: null, startedBy: null, message: null });
  const first = (await begin("Back at noon")).data;
  expect(first).toEqual({ startedAt, startedBy: admin.name, message: "Back at noon" });
  world.clock.advance(60_000);
  expect((await begin()).data).toEqual(first);
  const other = await createUser(world, "second@boreal.test", { staffRole: "Admin" });
  const changed = await other.client.call(api.maintenance.on, { body: { message: "Back at one" } });
  expect(changed.data).toEqual({ ...first, message: "Back at one" });
  expect((await end()).data.startedAt).toBeNull();
  expect((await end()).data.startedAt).toBeNull();
  expect(await view()).toEqual({ startedAt: null, startedBy: null, message: null });
});

test("the answer that begins it says since when, and the one that ends it says nothing", async () => {
  expect((await begin()).headers.get(maintenanceHeader)).toBe(startedAt);
  expect((await end()).headers.get(maintenanceHeader)).toBeNull();
});

test("who began and who ended it is on record, each time once", async () => {
  await begin("Back at noon");
  await begin();
  await end();
  await end();
  expect(await entries()).toEqual([
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

test("of many who begin it at once, one has begun it", async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => begin()));
  expect(new Set(responses.map(({ data }) => data.startedAt))).toEqual(new Set([startedAt]));
  const begun = (await entries()).filter(({ changes }) => JSON.stringify(changes) !== "[]");
  expect(begun).toHaveLength(1);
});

test("Business Admin and Support do not close the console, customers even less", async () => {
  const business = await createUser(world, "b@boreal.test", { staffRole: "BusinessAdmin" });
  const support = await createUser(world, "s@boreal.test", { staffRole: "Support" });
  for (const { client } of [business, support, owner]) {
    const { status } = await client.call(api.maintenance.on, { body: {} });
    expect(status).toBe(403);
  }
  expect((await view()).startedAt).toBeNull();
});

/** What answers to everyone, by the design and by our own decision. */
const always = [
  // Signing in, so that staff get in; who is in is told so, gets out, and stops acting as somebody else.
  "auth.login",
  "auth.loginTwoFactor",
  "auth.loginToken",
  "auth.refresh",
  "auth.self",
  "auth.logout",
  "users.endImpersonation",
  "system.health",
  // Ours: the other ways to sign in, and what machines ask.
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
  // Answers always for the terms alone, and refuses by itself.
  "account.update",
];

test("what answers during maintenance is a list that is known", () => {
  const declared = allEndpoints
    .filter((endpoint) => endpoint.alwaysAvailable === true)
    .map((endpoint) => endpoint.id);
  expect(declared.sort()).toEqual([...always].sort());
});

const someId = "01890000-0000-7000-8000-000000000000";

async function knock(endpoint: Endpoint, client: TestClient): Promise<Response> {
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
      headers: { accept },
    },
  );
  return response;
}

async function told(response: Response): Promise<string> {
  const text = await response.text();
  return response.status < 400 ? "let in" : `${response.status} ${text.split('"')[3] ?? ""}`;
}

test("T37: while it is on every call but those is closed to everyone but staff, and every answer says since when", async () => {
  const acting = { ...admin, client: await signIn(world, admin.id, { lifeMs: 8 * 3_600_000 }) };
  await acting.client.call(api.users.impersonate, { path: { user: owner.id } });
  expect((await acting.client.call(api.auth.self, {})).data.userSession.authType).toBe(
    "impersonate",
  );
  await begin();
  const wrong: string[] = [];
  const mounted = allEndpoints.filter((endpoint) => !endpoint.id.startsWith("demo."));
  for (const endpoint of mounted.filter(
    (one) => !["auth.logout", "users.endImpersonation"].includes(one.id),
  )) {
    const isAlways = always.includes(endpoint.id) && endpoint.id !== "account.update";
    for (const [name, client] of [
      ["nobody", world.createClient()],
      ["a customer", owner.client],
      ["staff as a customer", acting.client],
    ] as const) {
      const response = await knock(endpoint, client);
      if (response.headers.get(maintenanceHeader) !== startedAt)
        wrong.push(`${endpoint.id} to ${name}: no header`);
      const heard = await told(response);
      // Of what always answers, what it has to say is its own matter.
      if (heard.startsWith("423") === isAlways && endpoint.id !== "account.update")
        wrong.push(`${endpoint.id} to ${name}: ${heard}`);
    }
  }
  const renamed = await owner.client.call(api.account.update, {
    body: { attribute: "name", firstName: "New", lastName: "Name" },
  });
  expect(renamed.code).toBe("maintenance");
  expect((await acting.client.call(api.users.endImpersonation, {})).status).toBe(200);
  expect((await owner.client.call(api.auth.logout, {})).status).toBe(204);
  // Whoever has no session yet, or only a link, is nobody; and it is not to end on the way.
  const known = mounted.filter(({ access }) => access.kind !== "open" && access.kind !== "link");
  for (const endpoint of known.filter((one) => !one.id.startsWith("maintenance.o"))) {
    const heard = await told(await knock(endpoint, await signIn(world, admin.id)));
    if (heard.startsWith("423")) wrong.push(`${endpoint.id} to staff: ${heard}`);
  }
  expect(wrong).toEqual([]);
});

test("every kind of answer carries the header: errors, what is not there, the page, what a browser asks before", async () => {
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
      headers: { origin: world.publicUrl.origin, "access-control-request-method": "GET" },
    }),
    owner.client.send("GET", "/health"),
  ];
  const headers = async () =>
    (await Promise.all(kinds())).map((response) => response.headers.get(maintenanceHeader));
  expect(new Set(await headers())).toEqual(new Set([null]));
  await begin();
  expect(new Set(await headers())).toEqual(new Set([startedAt]));
  await end();
  expect(new Set(await headers())).toEqual(new Set([null]));
});

test("who is refused reads what staff wrote", async () => {
  const rejected = async () => {
    const { json } = await owner.client.call(api.workspaces.list, {});
    return json;
  };
  await begin();
  const general = await rejected();
  expect(general).toMatchObject({
    code: "maintenance",
    message: "We're doing maintenance. Running instances are not affected",
  });
  expect(general).not.toHaveProperty("reason");
  await begin("Back at noon");
  expect(await rejected()).toMatchObject({
    code: "maintenance",
    message: "Back at noon",
    reason: "maintenance_message",
    params: { text: "Back at noon" },
  });
});

test("a customer's right password gets 423 and no session, a wrong one what it always gets, and staff come in", async () => {
  await signUp(world, "ada@northwind.test");
  await signUp(world, "grace@boreal.test");
  await world.db.withSystemRole("a colleague for a test", async (tx) => {
    const { id } = await tx.one<{ id: string }>(
      sql`SELECT id FROM user_account WHERE email = 'grace@boreal.test'`,
    );
    await tx.execute(
      sql`INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_at) VALUES (${id}, ${id}, 'Support', ${world.clock.now()})`,
    );
  });
  await begin();
  const sessions = () =>
    world.db.withSystemRole(
      "a test counts",
      async (tx) => (await tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM session`)).n,
    );
  const before = await sessions();
  const login = (email: string, password: string) => {
    const client = world.createClient();
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

test("open streams of customers end, new ones are refused, those of staff stay", async () => {
  const colleague = await createUser(world, "colleague@boreal.test", { staffRole: "Support" });
  await createWorkspace(world, colleague, "inhouse");
  const listen = ({ client }: TestUser, handle: string) =>
    client.send("GET", `/api/v1/workspaces/${handle}/live`, undefined, {
      headers: { accept: "text/event-stream" },
    });
  const theirs = await listen(owner, "northwind");
  const ours = await listen(colleague, "inhouse");
  await begin();
  // Read to its end, which comes.
  expect(await theirs.text()).toContain("event: open");
  expect((await listen(owner, "northwind")).status).toBe(423);
  const reader = ours.body?.getReader();
  await reader?.read();
  const still = await Promise.race([reader?.read(), Promise.resolve("open")]);
  expect(still).toBe("open");
  await reader?.cancel();
});

test("jobs go on", async () => {
  await owner.client.call(api.account.requestDataCopy, {});
  await begin();
  await world.runDueJobs();
  expect(world.mail.messages().filter((mail) => mail.to.includes(owner.email))).toHaveLength(1);
});

test("every process of the server follows within a moment, also one that started meanwhile", async () => {
  const another = async () => {
    const hub = new LiveEventHub(world.db.owner, () => undefined);
    const maintenance = new MaintenanceState(world.db);
    maintenance.subscribe(hub, () => undefined);
    await hub.start();
    await maintenance.refresh();
    const app = await buildApp({
      ...minimalAppDeps(world, { maintenance }),
      logger: createLogger("silent"),
      live: hub,
    });
    const says = async () =>
      (await app.inject({ method: "GET", url: "/health" })).headers[maintenanceHeader] ?? null;
    return { says, stop: () => (hub.stop(), app.close()) };
  };
  const second = await another();
  expect(await second.says()).toBeNull();
  await begin();
  await expect.poll(second.says).toBe(startedAt);
  const third = await another();
  expect(await third.says()).toBe(startedAt);
  await end();
  for (const { says } of [second, third]) await expect.poll(says).toBeNull();
  await second.stop();
  await third.stop();
});

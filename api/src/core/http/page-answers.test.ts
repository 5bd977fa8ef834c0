/** The first answers in the console's page: what they contain, for whom, and when a page has none. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringifyCookie } from "cookie";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import type { TestClient } from "../../testing/client.ts";
import { insertInstance } from "../../testing/instances.ts";
import { createProject } from "../../testing/order-instances.ts";
import { rawRequest } from "../../testing/raw-request.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import {
  createUser,
  createWorkspace,
  signIn,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { type Sql, sql } from "../db/db.ts";

const template = `<!doctype html><html lang="en" data-theme="system"><head><!--boreal:head--></head><body><!--boreal:answers--></body></html>`;
const hostileName = "</script><script>alert(1)</script>";
const page = "/northwind/instances";
/** More than any page requests, so that only the test of the limit reaches it. */
const sessionLimit = 10_000;

let env: TestEnvironment;
let folder: string;
let owner: TestUser;
let northwind: TestWorkspace;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "boreal-console-"));
  mkdirSync(join(folder, "dist/.vite"), { recursive: true });
  writeFileSync(join(folder, "dist/index.html"), template);
  const routes = { "/$workspace": [], "/$workspace/instances": [], "/$workspace/projects": [] };
  writeFileSync(join(folder, "dist/.vite/routes.json"), JSON.stringify({ routes, locales: {} }));
  env = await startTestEnvironment({
    consoleFolder: folder,
    requestBudgets: { session: sessionLimit, anonymous: sessionLimit },
  });
  owner = await createUser(env, "owner@northwind.test");
  northwind = await createWorkspace(env, owner, "northwind");
  await insertInstance(env, northwind, owner, { hostname: "batch-1" });
  await createProject(env, northwind, owner, hostileName);
});
afterAll(async () => {
  await env.stop();
  rmSync(folder, { recursive: true });
});

const Answers = z.object({
  now: z.string(),
  answers: z.array(
    z.object({
      id: z.string(),
      path: z.record(z.string(), z.string()).nullable(),
      query: z.record(z.string(), z.string()).nullable(),
      seen: z.string().nullable(),
      data: z.looseObject({}),
    }),
  ),
});

const open = (client: TestClient, path: string, headers: Record<string, string> = {}) =>
  rawRequest(env.url, "GET", path, {
    headers: {
      accept: "text/html",
      "sec-fetch-mode": "navigate",
      cookie: stringifyCookie(Object.fromEntries(client.cookies)),
      ...headers,
    },
  });

const block = /<script type="application\/json" id="page-answers">(?<json>.*?)<\/script>/s;

function answersIn(text: string) {
  const json = block.exec(text)?.groups?.["json"];
  return json === undefined ? null : Answers.parse(JSON.parse(json));
}

/** The second half of the hex digits is the token XOR the first half. */
function unmask(masked: string): string {
  const bytes = Buffer.from(masked, "hex");
  const pad = bytes.subarray(0, bytes.length / 2);
  return pad.map((byte, at) => byte ^ (bytes[pad.length + at] ?? 0)).toString();
}

const idsIn = (text: string) => answersIn(text)?.answers.map(({ id }) => id) ?? null;

const updateSession = (client: TestClient, change: Sql) =>
  env.db.withSystemRole("a test ends a session", (tx) =>
    tx.execute(
      sql`UPDATE session SET ${change} WHERE id = ${client.cookies.get("sid")?.split(".")[1] ?? ""}`,
    ),
  );

test("they are what the API answers this user, with the database snapshot they were read at", async () => {
  const { text, headers } = await open(owner.client, page);
  const found = answersIn(text);
  expect(found?.answers.map(({ id, path, query }) => [id, path, query])).toEqual([
    ["auth.self", null, null],
    ["instances.list", { workspace: "northwind" }, { page: "1", perPage: "15" }],
    ["workspaces.overview", { workspace: "northwind" }, null],
  ]);
  const path = { workspace: "northwind" };
  const list = await owner.client.call(api.instances.list, {
    path,
    query: { page: "1", perPage: "15" },
  });
  const overview = await owner.client.call(api.workspaces.overview, { path });
  expect(found?.answers.slice(1).map(({ data }) => data)).toEqual([list.json, overview.json]);
  for (const { seen } of found?.answers.slice(1) ?? []) expect(seen).toMatch(/^\d+:\d+:[\d,]*$/);
  expect(found?.now).toBe(env.clock.now().toUTCString());
  expect(headers["cache-control"]).toBe("no-store");
  // The answers replace the requests that the page would send.
  expect(text).not.toContain('rel="preload" as="fetch"');
});

test("a list has as many rows per page as the user chose for it", async () => {
  const chosen = {
    cookie: `${stringifyCookie(Object.fromEntries(owner.client.cookies))}; rows=instances.list:50`,
  };
  const { text } = await open(owner.client, page, chosen);
  expect(answersIn(text)?.answers[1]?.query).toEqual({ page: "1", perPage: "50" });
  const other = { cookie: chosen.cookie.replace(":50", ":5000") };
  const fallback = await open(owner.client, page, other);
  expect(answersIn(fallback.text)?.answers[1]?.query).toEqual({ page: "1", perPage: "15" });
});

test("the CSRF token in them is masked differently in each page", async () => {
  const self = (await owner.client.call(api.auth.self, {})).data;
  const texts = [(await open(owner.client, page)).text, (await open(owner.client, page)).text];
  const masked = texts.map((text) => {
    expect(text).not.toContain(self.userSession.csrf);
    const data = answersIn(text)?.answers[0]?.data;
    return z.object({ userSession: z.object({ csrf: z.string() }) }).parse(data).userSession.csrf;
  });
  expect(new Set(masked).size).toBe(2);
  expect(masked.map(unmask)).toEqual([self.userSession.csrf, self.userSession.csrf]);
  const data = answersIn(texts[0] ?? "")?.answers[0]?.data;
  expect({ ...data, userSession: null }).toEqual({ ...self, userSession: null });
});

test("a name that closes a script element stays data", async () => {
  const { text } = await open(owner.client, "/northwind/projects");
  expect(text.match(/<\/?script/g)).toEqual(["<script", "</script"]);
  const list = answersIn(text)?.answers.find(({ id }) => id === "projects.list");
  expect(JSON.stringify(list?.data)).toContain(hostileName);
});

test("a page with search parameters has no list, because it shows another one", async () => {
  expect(idsIn((await open(owner.client, `${page}?status=active`)).text)).toEqual([
    "auth.self",
    "workspaces.overview",
  ]);
});

test("the start page has the overview of the last workspace", async () => {
  const client = await signIn(env, owner.id);
  expect(idsIn((await open(client, "/")).text)).toEqual(["auth.self"]);
  client.cookies.set("workspace", "northwind");
  expect(idsIn((await open(client, "/")).text)).toEqual(["auth.self", "workspaces.overview"]);
});

test("another user's workspace adds nothing to the session info, and neither does an unknown one", async () => {
  const other = await createUser(env, "other@elsewhere.test");
  for (const path of [page, "/nowhere/instances"])
    expect(idsIn((await open(other.client, path)).text)).toEqual(["auth.self"]);
});

test("a revoked, an expired, a made-up and a missing session have none", async () => {
  const revoked = await signIn(env, owner.id);
  await updateSession(revoked, sql`revoked_at = ${env.clock.now()}`);
  const expired = await signIn(env, owner.id, { lifeMs: 0 });
  const madeUp = await signIn(env, owner.id);
  madeUp.cookies.set("sid", madeUp.cookies.get("sid")?.replace(/.{4}$/, "AAAA") ?? "");
  const missing = await signIn(env, owner.id);
  missing.cookies.delete("sid");
  for (const client of [revoked, expired, madeUp, missing]) {
    const { status, text } = await open(client, page);
    expect([status, idsIn(text)]).toEqual([200, null]);
  }
  // Only a page whose session was not looked at starts the requests while its scripts load.
  expect((await open(missing, page)).text).toContain('href="/auth/self"');
  expect((await open(revoked, page)).text).not.toContain('href="/auth/self"');
});

test("a login attempt and a suspended session get nothing of the workspace", async () => {
  const attempt = await signIn(env, owner.id, { authType: "login-attempt" });
  expect(idsIn((await open(attempt, page)).text)).toEqual(["auth.self"]);
  const suspended = await signIn(env, owner.id);
  await updateSession(suspended, sql`suspended_at = ${env.clock.now()}`);
  expect(idsIn((await open(suspended, page)).text)).toBeNull();
});

test("a request with an access token gets a page without answers, whatever its cookies are", async () => {
  const token = await createTokenClient(env, owner, northwind);
  const headers = { authorization: `Bearer ${token.secret}` };
  expect(idsIn((await open(owner.client, page, headers)).text)).toBeNull();
});

test("during maintenance a page has none, and the console requests them as before", async () => {
  const admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  await admin.client.call(api.maintenance.on, { body: {} });
  for (const client of [owner.client, admin.client]) {
    const { status, text } = await open(client, page);
    expect([status, idsIn(text)]).toEqual([200, null]);
    expect(text).toContain('href="/auth/self"');
  }
  await admin.client.call(api.maintenance.off, {});
  expect(idsIn((await open(owner.client, page)).text)).toContain("instances.list");
});

test("a database that does not answer delays the page for a limited time", async () => {
  const blocker = await env.db.owner.connect();
  await blocker.query("BEGIN; LOCK TABLE instance IN ACCESS EXCLUSIVE MODE");
  const startedAt = performance.now();
  const { status, text } = await open(owner.client, page);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect([status, idsIn(text)]).toEqual([200, null]);
  expect(text).toContain('href="/auth/self"');
  await blocker.query("ROLLBACK");
  blocker.release();
});

test("above 32 readings at once pages go out without answers, until the readings end", async () => {
  const blocker = await env.db.owner.connect();
  await blocker.query("BEGIN; LOCK TABLE instance IN ACCESS EXCLUSIVE MODE");
  const opened = await Promise.all(Array.from({ length: 64 }, () => open(owner.client, page)));
  for (const { status, text } of opened) {
    expect([status, idsIn(text)]).toEqual([200, null]);
    expect(text).toContain('href="/auth/self"');
  }
  await blocker.query("ROLLBACK");
  blocker.release();
  const patience = { timeout: 15_000 };
  await expect
    .poll(async () => (await rawRequest(env.url, "GET", "/metrics")).text, patience)
    // Fewer than 32 if readings ended while pages still arrived, because they waited too long for a connection.
    .toMatch(/^boreal_pages_above_limit_total\{without="answers"\} [1-9]/m);
  await expect
    .poll(async () => idsIn((await open(owner.client, page)).text) ?? [], patience)
    .toContain("instances.list");
});

test("opening a page changes nothing: the session cookie stays and is not rotated", async () => {
  const client = await signIn(env, owner.id);
  env.clock.advance(120_000);
  const rows = () =>
    env.db.withSystemRole("a test reads", (tx) =>
      tx.many<{ token_generation: number; events: string }>(
        sql`SELECT token_generation, (SELECT count(*) FROM audit_event) AS events FROM session ORDER BY id`,
      ),
    );
  const before = await rows();
  const { headers, text } = await open(client, page);
  expect(idsIn(text)).toContain("auth.self");
  expect(headers["set-cookie"]).toBeUndefined();
  expect(await rows()).toEqual(before);
});

test("HEAD reads no answers", async () => {
  const { status, text } = await rawRequest(env.url, "HEAD", page, {
    headers: {
      accept: "text/html",
      cookie: stringifyCookie(Object.fromEntries(owner.client.cookies)),
    },
  });
  expect([status, text]).toEqual([200, ""]);
});

test("a page counts once against the request limit; above it, it goes out without answers", async () => {
  const limited = await startTestEnvironment({
    consoleFolder: folder,
    requestBudgets: { session: 20, anonymous: 20 },
  });
  try {
    const user = await createUser(limited, "limited@northwind.test");
    await createWorkspace(limited, user, "northwind");
    const cookie = stringifyCookie(Object.fromEntries(user.client.cookies));
    const opened = async () =>
      idsIn(
        (await rawRequest(limited.url, "GET", page, { headers: { accept: "text/html", cookie } }))
          .text,
      )?.length ?? 0;
    const counts: number[] = [];
    for (let at = 0; at < 24; at++) counts.push(await opened());
    // The first page counts against the network, because its session is not known yet.
    const answered = counts.filter((count) => count === 3).length;
    expect(answered).toBeGreaterThanOrEqual(20);
    expect(answered).toBeLessThanOrEqual(21);
    expect(counts.at(-1)).toBe(0);
  } finally {
    await limited.stop();
  }
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import { createSessionToken } from "../../../core/http/session-token.ts";
import { fromUniqueIp, validPassword } from "../../../testing/accounts.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser, createWorkspace, signIn as openSession } from "../../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

const dead = "authentication_failed_no_session_found_ch";
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let env: TestEnvironment;
let passwordHash: string;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
  passwordHash = await env.passwords.hash(validPassword);
});
afterAll(() => env.stop());
beforeEach(() => env.clock.advance(hourMs));

let userCount = 0;
async function signedIn(staffRole?: "Admin"): Promise<TestClient> {
  const user = await createUser(env, `holder-${(userCount += 1)}@example.org`, {
    passwordHash,
    ...(staffRole === undefined ? {} : { staffRole }),
  });
  const client = env.createClient();
  const response = await client.call(
    api.auth.login,
    { body: { email: user.email, password: validPassword } },
    fromUniqueIp(),
  );
  expect(response.status).toBe(200);
  return client;
}

/** Another client with a copy of the current cookies. */
function copyOf(client: TestClient): TestClient {
  const copy = env.createClient();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}

const refresh = (client: TestClient) => client.call(api.auth.refresh, {});
const self = (client: TestClient) => client.call(api.auth.self, {});
const sid = (client: TestClient) => client.cookies.get("sid");

test("without a cookie there is no session; with an expired one the caller is signed out", async () => {
  for (const endpoint of [api.auth.self, api.auth.refresh]) {
    const outsider = await env.createClient().call(endpoint, {});
    expect([outsider.status, outsider.code]).toEqual([401, "no_session"]);
    const broken = env.createClient();
    broken.cookies.set("sid", "s1.something");
    expect((await broken.call(endpoint, {})).code).toBe(dead);
  }
});

test("a session slides for ten minutes, to the second", async () => {
  const client = await signedIn();
  env.clock.advance(10 * minuteMs - 1000);
  expect((await self(client)).status).toBe(200);
  env.clock.advance(1000);
  expect((await self(client)).code).toBe(dead);
  expect((await refresh(client)).code).toBe(dead);
});

test("reading the user does not extend a session; refreshing does", async () => {
  const client = await signedIn();
  env.clock.advance(9 * minuteMs);
  const before = (await self(client)).data.userSession;
  const after = (await refresh(client)).data.userSession;
  expect(after.id).toBe(before.id);
  expect(after.csrf).toBe(before.csrf);
  expect(after.expiresAt).toBe(new Date(env.clock.now().getTime() + 10 * minuteMs).toISOString());
  expect(after.updatedAt).toBe(env.clock.now().toISOString());
  env.clock.advance(10 * minuteMs - 1000);
  expect((await self(client)).status).toBe(200);
});

test.each([
  ["a customer's", undefined, 12],
  ["a staff member's", "Admin" as const, 8],
])("%s session ends for good however often it is refreshed", async (_, staffRole, hours) => {
  const client = await signedIn(staffRole);
  const end = env.clock.now().getTime() + hours * hourMs;
  while (env.clock.now().getTime() + 9 * minuteMs < end) {
    env.clock.advance(9 * minuteMs);
    expect((await refresh(client)).status).toBe(200);
  }
  env.clock.set(new Date(end - 1000));
  const last = await refresh(client);
  expect(last.data.userSession.expiresAt).toBe(new Date(end).toISOString());
  expect((await self(client)).status).toBe(200);
  env.clock.set(new Date(end));
  expect((await self(client)).code).toBe(dead);
  expect((await refresh(client)).code).toBe(dead);
});

test("C20: thirty tabs that refresh concurrently get one new cookie and stay signed in", async () => {
  const client = await signedIn();
  const before = sid(client);
  env.clock.advance(9 * minuteMs);
  const tabs = Array.from({ length: 30 }, () => copyOf(client));
  const responses = await Promise.all(tabs.map(refresh));
  expect(responses.map((response) => response.status)).toEqual(
    Array.from({ length: 30 }, () => 200),
  );
  const cookies = new Set(tabs.map(sid));
  expect(cookies.size).toBe(1);
  expect(cookies.has(before)).toBe(false);
});

test("C20: a refresh can be retried at any later time when its response was lost", async () => {
  for (const laterMs of [20_000, 70_000, 320_000]) {
    const client = await signedIn();
    env.clock.advance(5 * minuteMs);
    const lost = copyOf(client);
    await refresh(lost);
    env.clock.advance(laterMs);
    const retried = await refresh(client);
    expect(retried.status).toBe(200);
    expect(sid(client)).toBe(sid(lost));
    expect((await self(client)).status).toBe(200);
  }
});

test("a cookie is rotated at most once a minute", async () => {
  const client = await signedIn();
  const first = sid(client);
  env.clock.advance(minuteMs - 1000);
  await refresh(client);
  expect(sid(client)).toBe(first);
  env.clock.advance(1000);
  await refresh(client);
  expect(sid(client)).not.toBe(first);
});

test("the previous cookie works for one more minute, and not after its successor was used", async () => {
  const client = await signedIn();
  const old = copyOf(client);
  env.clock.advance(2 * minuteMs);
  await refresh(client);
  expect((await self(client)).status).toBe(200);
  env.clock.advance(minuteMs);
  expect((await self(copyOf(old))).status).toBe(200);
  env.clock.advance(1000);
  expect((await self(copyOf(old))).code).toBe(dead);
  expect((await self(client)).status).toBe(200);
});

test("refreshing with a copied, outdated cookie ends the session for both and is audited", async () => {
  for (const generations of [1, 3]) {
    const client = await signedIn();
    const stolen = copyOf(client);
    const id = (await self(client)).data.userSession.id;
    for (let step = 0; step < generations; step += 1) {
      env.clock.advance(2 * minuteMs);
      await refresh(client);
      await self(client);
    }
    env.clock.advance(2 * minuteMs);
    const reuse = await refresh(stolen);
    expect([reuse.status, reuse.code]).toEqual([401, dead]);
    expect([...stolen.cookies.keys()]).toEqual(["did"]);
    expect((await self(client)).code).toBe(dead);
    const rows = await env.db.withSystemRole("a test reads", (tx) =>
      tx.many<{ result: string; revoked_reason: string }>(sql`
        SELECT a.result, s.revoked_reason FROM audit_event a JOIN session s ON s.id::text = a.target_id WHERE a.target_id = ${id}`),
    );
    expect(rows).toEqual([{ result: "denied", revoked_reason: "token_reuse" }]);
  }
  await env.runDueJobs();
  const subjects = env.mail.messages().map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === "We ended one of your sessions")).not.toEqual([]);
});

test("a cookie that was never issued ends no session", async () => {
  const client = await signedIn();
  for (let step = 0; step < 2; step += 1) {
    env.clock.advance(2 * minuteMs);
    await refresh(client);
  }
  const forged = copyOf(client);
  const [version, id, generation, mac = ""] = (sid(client) ?? "").split(".");
  for (const cookie of [
    `${version}.${id}.1.${mac}`,
    `${version}.${id}.${generation}.${[...mac].reverse().join("")}`,
  ]) {
    forged.cookies.set("sid", cookie);
    expect((await refresh(forged)).code).toBe(dead);
  }
  expect((await self(client)).status).toBe(200);
});

test("C19: a copied cookie is invalid after sign-out", async () => {
  const client = await signedIn();
  const copy = copyOf(client);
  const response = await client.call(api.auth.logout, {});
  expect(response.status).toBe(204);
  expect(client.cookies.has("sid")).toBe(false);
  expect(client.cookies.has("csrf")).toBe(false);
  expect((await self(copy)).code).toBe(dead);
});

test("C25: signing out with a forged cookie or without one has no effect", async () => {
  const victim = await signedIn();
  const [version, id, generation] = (sid(victim) ?? "").split(".");
  const forger = env.createClient();
  forger.cookies.set("sid", `${version}.${id}.${generation}.${"A".repeat(43)}`);
  expect((await forger.call(api.auth.logout, {})).status).toBe(204);
  expect((await env.createClient().call(api.auth.logout, {})).status).toBe(204);
  expect((await self(victim)).status).toBe(200);
});

test("sessions end with the account's epoch and its status", async () => {
  const epoch = await signedIn();
  const epochUser = (await self(epoch)).data.user.id;
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE user_account SET credential_version = credential_version + 1 WHERE id = ${epochUser}`,
    ),
  );
  expect((await self(epoch)).code).toBe(dead);
  const frozen = await signedIn();
  const frozenUser = (await self(frozen)).data.user.id;
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE user_account SET status = 'frozen' WHERE id = ${frozenUser}`),
  );
  expect((await self(frozen)).code).toBe(dead);
  expect((await refresh(frozen)).code).toBe(dead);
});

test("a login attempt exposes no user data, has no roles and cannot be refreshed", async () => {
  const user = await createUser(env, "attempt@example.org", { staffRole: "Admin" });
  await createWorkspace(env, user, "attempted");
  const attempt = await openSession(env, user.id, { authType: "login-attempt" });
  const { data } = await self(attempt);
  expect(data).toMatchObject({
    user: { email: "", firstName: "", lastName: "", twoFactorEnabled: false },
    userWorkspaceRoles: [],
    userStaffRole: null,
  });
  expect(data.userSession.authType).toBe("login-attempt");
  expect((await refresh(attempt)).code).toBe(dead);
  expect((await attempt.call(api.workspaces.list, {})).code).toBe(dead);
});

test("C26: responses about a user are not cached", async () => {
  const client = await signedIn();
  for (const path of ["/auth/self", "/api/v1/workspaces"]) {
    const response = await client.send("GET", path);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("vary")).toContain("Cookie");
  }
});

test("a token is bound to its session: one with another salt is invalid", async () => {
  const client = await signedIn();
  const id = (await self(client)).data.userSession.id;
  const forged = env.createClient();
  forged.cookies.set("sid", createSessionToken(env.keys, id, 1, Buffer.alloc(16)).text);
  expect((await self(forged)).code).toBe(dead);
  forged.cookies.set(
    "sid",
    createSessionToken(env.keys, uuidv7(env.clock.now()), 1, Buffer.alloc(16)).text,
  );
  expect((await self(forged)).code).toBe(dead);
});

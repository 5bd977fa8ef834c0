import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { parseSessionToken } from "../../core/http/session-token.ts";
import { fromUniqueIp, validPassword } from "../../testing/accounts.ts";
import type { TestClient } from "../../testing/client.ts";
import { createUser, type TestUser, signIn } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const dead = "authentication_failed_no_session_found_ch";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

let env: TestEnvironment;
let userCount = 0;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());

const someone = () => createUser(env, `user-${(userCount += 1)}@example.org`);
const idOf = (client: TestClient) =>
  parseSessionToken(client.cookies.get("sid") ?? "")?.sessionId ?? "";
const list = async (client: TestClient) => (await client.call(api.sessions.list, {})).data.data;
const kill = (client: TestClient, sessionId: string) =>
  client.call(api.sessions.kill, { path: { sessionId } });
const self = (client: TestClient) => client.call(api.auth.self, {});
async function anotherBrowser(user: TestUser): Promise<TestClient> {
  env.clock.advance(1000);
  return signIn(env, user.id);
}
async function actingAs(user: TestUser): Promise<TestClient> {
  const support = await createUser(env, `support-${(userCount += 1)}@boreal.test`, {
    staffRole: "Support",
  });
  await support.client.call(api.users.impersonate, { path: { user: user.id } });
  return support.client;
}

test("lists the user's sessions, newest first, with browser, network and which one is current", async () => {
  const passwordHash = await env.passwords.hash(validPassword);
  const user = await createUser(env, "seen@example.org", { passwordHash });
  const phone = env.createClient();
  env.clock.advance(60_000);
  const from = fromUniqueIp().headers["x-forwarded-for"];
  await phone.call(
    api.auth.login,
    { body: { email: user.email, password: validPassword } },
    { headers: { "x-forwarded-for": from, "user-agent": iphone } },
  );
  const [newest, oldest] = await list(user.client);
  expect(newest).toEqual({
    id: idOf(phone),
    isCurrent: false,
    firstFactor: "password",
    secondFactor: null,
    device: "Safari on iOS",
    isPhone: true,
    ip: from,
    createdAt: env.clock.now().toISOString(),
    lastActiveAt: env.clock.now().toISOString(),
    expiresAt: new Date(env.clock.now().getTime() + 600_000).toISOString(),
  });
  expect(oldest).toMatchObject({ isCurrent: true, device: null, isPhone: false, ip: null });
  await env.db.withSystemRole("a session of another browser for a test", (tx) =>
    tx.execute(sql`UPDATE session SET user_agent = ${firefox} WHERE id = ${idOf(user.client)}`),
  );
  expect((await list(user.client))[1]).toMatchObject({
    device: "Firefox on Linux",
    isPhone: false,
  });
});

test("lists only live sessions: none that is expired, revoked, a login attempt or of an earlier epoch", async () => {
  const user = await someone();
  await signIn(env, user.id, { lifeMs: -1000 });
  await signIn(env, user.id, { authType: "login-attempt" });
  const [ended, old] = [await anotherBrowser(user), await anotherBrowser(user)];
  await ended.call(api.auth.logout, {});
  await env.db.withSystemRole("a session of an earlier epoch", (tx) =>
    tx.execute(sql`UPDATE session SET credential_version = -1 WHERE id = ${idOf(old)}`),
  );
  expect((await list(user.client)).map(({ id }) => id)).toEqual([idOf(user.client)]);
});

test("ends one of the user's sessions, including the current one; a second call returns 404", async () => {
  const user = await someone();
  const other = await anotherBrowser(user);
  expect((await kill(user.client, idOf(other))).status).toBe(204);
  expect((await self(other)).code).toBe(dead);
  expect((await kill(user.client, idOf(other))).code).toBe("not_found");
  expect((await kill(user.client, idOf(user.client))).status).toBe(204);
  expect(user.client.cookies.size).toBe(0);
});

test("a session of another user or an unknown one is a 404", async () => {
  const user = await someone();
  const outsider = await someone();
  for (const id of [idOf(outsider.client), uuidv7(env.clock.now()), "no-id"])
    expect((await kill(user.client, id)).code).toBe("not_found");
  expect((await self(outsider.client)).status).toBe(200);
  const forged = env.createClient();
  forged.cookies.set("sid", `s1.${idOf(outsider.client)}.1.${"x".repeat(43)}`);
  expect((await forged.call(api.auth.logout, {})).status).toBe(204);
  expect((await self(outsider.client)).status).toBe(200);
});

test("an impersonation is not listed and cannot be ended by its id, but ending all sessions ends it", async () => {
  const user = await someone();
  const staff = await actingAs(user);
  expect((await list(user.client)).map(({ id }) => id)).toEqual([idOf(user.client)]);
  expect((await kill(user.client, idOf(staff))).code).toBe("not_found");
  expect((await self(staff)).status).toBe(200);
  expect((await user.client.call(api.sessions.killAll, {})).data).toEqual({ ended: 0 });
  expect((await self(staff)).code).toBe(dead);
  expect((await self(user.client)).status).toBe(200);
});

test("ends all sessions but the current one, or all; the response has the number of live ones", async () => {
  const user = await someone();
  const others = [await anotherBrowser(user), await anotherBrowser(user)];
  await signIn(env, user.id, { lifeMs: -1000 });
  const attempt = await signIn(env, user.id, { authType: "login-attempt" });
  expect((await user.client.call(api.sessions.killAll, {})).data).toEqual({ ended: 2 });
  for (const client of [...others, attempt]) expect((await self(client)).code).toBe(dead);
  const last = await anotherBrowser(user);
  const all = await last.call(api.sessions.killAll, { query: { current: "end" } });
  expect(all.data).toEqual({ ended: 2 });
  expect(last.cookies.size).toBe(0);
  expect((await self(user.client)).code).toBe(dead);
});

test("a staff session parked by an impersonation is listed, and ending it ends the impersonation", async () => {
  const admin = await createUser(env, "waits@boreal.test", { staffRole: "Admin" });
  const elsewhere = await anotherBrowser(admin);
  const waiting = idOf(admin.client);
  await admin.client.call(api.users.impersonate, { path: { user: (await someone()).id } });
  expect((await list(elsewhere)).map(({ id }) => id)).toEqual([idOf(elsewhere), waiting]);
  expect((await kill(elsewhere, waiting)).status).toBe(204);
  expect((await self(admin.client)).code).toBe(dead);
});

test("paging returns each session once", async () => {
  const user = await someone();
  for (let n = 0; n < 4; n += 1) await anotherBrowser(user);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const query = { perPage: "2", ...(after === undefined ? {} : { after }) };
    const page = (await user.client.call(api.sessions.list, { query })).data;
    seen.push(...page.data.map(({ id }) => id));
    after = page.meta.next ?? undefined;
  } while (after !== undefined);
  expect(seen).toEqual((await list(user.client)).map(({ id }) => id));
  const broken = await user.client.call(api.sessions.list, { query: { after: "nonsense" } });
  expect(broken.status).toBe(422);
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { fromUniqueIp, validPassword, signUp } from "../../../testing/accounts.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/users.ts";
import { totpCode, createTwoFactorUser } from "../../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

let env: TestEnvironment;
let passwordHash: string;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
  passwordHash = await env.passwords.hash(validPassword);
});
afterAll(() => env.stop());
beforeEach(() => env.clock.advance(3_600_000));

let userCount = 0;
const createNewUser = () =>
  createUser(env, `device-${(userCount += 1)}@example.org`, { passwordHash });
const login = (
  email: string,
  password = validPassword,
  client: TestClient = env.createClient(),
  headers = fromUniqueIp().headers,
) =>
  client.call(
    api.auth.login,
    { body: { email, password } },
    { headers: { ...headers, "user-agent": firefox } },
  );
async function noticesTo(email: string) {
  await env.runDueJobs();
  return env.mail
    .messages()
    .filter((mail) => mail.to.includes(email) && mail.subject === "New sign-in to your account");
}

test("a sign-in from a new device sends an email with device, location and time, a link to the sessions and a freeze link", async () => {
  const user = await createNewUser();
  const here = { "x-forwarded-for": "203.0.113.9" };
  await login(user.email, validPassword, env.createClient(), here);
  const [mail, ...more] = await noticesTo(user.email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("Firefox on Linux");
  expect(mail?.text).toContain("203.0.113.9");
  expect(mail?.text).toContain("May 15, 2026");
  const paths = (mail?.links ?? []).map((link) => new URL(link).pathname);
  expect(paths).toContain("/account/sessions");
  expect(paths.some((path) => path.startsWith("/auth/freeze/"))).toBe(true);
});

test("sends no notification for a known device and stores its name", async () => {
  const user = await createNewUser();
  const client = env.createClient();
  await login(user.email, validPassword, client);
  await client.call(api.auth.logout, {});
  expect(client.cookies.get("did")).toMatch(/^[\w-]{43}$/);
  env.clock.advance(60_000);
  await login(user.email, validPassword, client);
  expect(await noticesTo(user.email)).toHaveLength(1);
  const rows = await env.db.withSystemRole("a test reads", (tx) =>
    tx.many(
      sql`SELECT name, last_seen_at, expires_at FROM known_device WHERE user_id = ${user.id}`,
    ),
  );
  const now = env.clock.now();
  expect(rows).toEqual([
    {
      name: "Firefox on Linux",
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 90 * 86_400_000),
    },
  ]);
});

test("sends no notification for a user's first sign-in", async () => {
  await signUp(env, "first@example.org");
  expect((await login("first@example.org")).status).toBe(200);
  expect(await noticesTo("first@example.org")).toEqual([]);
  expect((await login("first@example.org")).status).toBe(200);
  expect(await noticesTo("first@example.org")).toHaveLength(1);
});

test("a sign-in without its second factor stores no device", async () => {
  const user = await createTwoFactorUser(env, "guarded@example.org");
  const client = env.createClient();
  await login(user.email, validPassword, client);
  expect(client.cookies.has("did")).toBe(false);
  await client.call(api.auth.loginTwoFactor, { body: { token: totpCode(env, user.secret) } });
  expect(client.cookies.has("did")).toBe(true);
});

test("C05, T14: guesses from other networks do not lock out the owner's browser", async () => {
  const user = await createTwoFactorUser(env, "attacked@example.org");
  const client = env.createClient();
  await login(user.email, validPassword, client);
  await client.call(api.auth.loginTwoFactor, { body: { token: totpCode(env, user.secret) } });
  await client.call(api.auth.logout, {});
  const guesses = [];
  for (let guess = 0; guess < 20; guess += 1)
    guesses.push((await login(user.email, "not the password at all")).status);
  expect(guesses).toEqual([...Array.from({ length: 5 }, () => 401), ...Array(15).fill(429)]);
  expect((await login(user.email)).status).toBe(429);
  env.clock.advance(30_000);
  await login(user.email, "not the password at all");
  expect((await login(user.email)).status).toBe(429);
  expect((await login(user.email, validPassword, client)).status).toBe(200);
  const response = await client.call(api.auth.loginTwoFactor, {
    body: { token: totpCode(env, user.secret) },
  });
  expect(response.status).toBe(200);
});

test("a known browser has five attempts of its own, only for its account", async () => {
  const [user, other] = [await createNewUser(), await createNewUser()];
  const client = env.createClient();
  await login(user.email, validPassword, client);
  const statuses = async (email: string) => {
    const responses = [];
    for (let guess = 0; guess < 7; guess += 1)
      responses.push((await login(email, "not the password at all", client)).status);
    return responses;
  };
  const five = [401, 401, 401, 401, 401, 429, 429];
  expect(await statuses(user.email)).toEqual(five);
  // Attempts of the browser do not count against others.
  expect((await login(user.email)).status).toBe(200);
  expect(await statuses(other.email)).toEqual(five);
  expect((await login(other.email)).status).toBe(429);
});

test("T14: blocks grow with every attempt, and the seconds to wait decrease with time", async () => {
  const { email } = await createNewUser();
  const wait = async () =>
    Number((await login(email, "not the password at all")).headers.get("retry-after"));
  for (let guess = 0; guess < 5; guess += 1) await wait();
  const waits = [await wait()];
  env.clock.advance(12_000);
  waits.push(await wait());
  env.clock.advance(17_500);
  waits.push(await wait());
  env.clock.advance(500);
  expect(await wait()).toBe(0);
  waits.push(await wait());
  expect(waits).toEqual([30, 18, 1, 60]);
});

test("T14: a spoofed client address does not change the counted one", async () => {
  const direct = await startTestEnvironment();
  const statuses = [];
  for (let at = 0; at < 32; at += 1) {
    const response = await direct
      .createClient()
      .call(
        api.auth.login,
        { body: { email: `nobody-${at}@example.org`, password: validPassword } },
        { headers: { "x-forwarded-for": `198.51.100.${at}`, forwarded: `for=198.51.100.${at}` } },
      );
    statuses.push(response.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429, 429]);
  await direct.stop();
});

test("twenty users can sign in from one network within a minute", async () => {
  const { headers } = fromUniqueIp();
  const statuses = [];
  for (let at = 0; at < 21; at += 1) {
    const { email } = await createNewUser();
    statuses.push((await login(email, validPassword, env.createClient(), headers)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  env.clock.advance(60_000);
  const { email } = await createNewUser();
  expect((await login(email, validPassword, env.createClient(), headers)).status).toBe(200);
});

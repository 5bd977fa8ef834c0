import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { fromUniqueIp, validPassword, signUp } from "../../../testing/accounts.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/users.ts";
import { totpCode, createTwoFactorUser } from "../../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

let world: TestEnvironment;
let passwordHash: string;
beforeAll(async () => {
  world = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
  passwordHash = await world.passwords.hash(validPassword);
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(3_600_000));

let made = 0;
const newPerson = () => createUser(world, `device-${(made += 1)}@example.org`, { passwordHash });
const login = (
  email: string,
  password = validPassword,
  client: TestClient = world.createClient(),
  headers = fromUniqueIp().headers,
) =>
  client.call(
    api.auth.login,
    { body: { email, password } },
    { headers: { ...headers, "user-agent": firefox } },
  );
async function noticesTo(email: string) {
  await world.runDueJobs();
  return world.mail
    .messages()
    .filter((mail) => mail.to.includes(email) && mail.subject === "New sign-in to your account");
}

test("of a sign-in from a new device the person is told which, from where and when, with a link to the sessions and one that locks", async () => {
  const user = await newPerson();
  const here = { "x-forwarded-for": "203.0.113.9" };
  await login(user.email, validPassword, world.createClient(), here);
  const [mail, ...more] = await noticesTo(user.email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("Firefox on Linux");
  expect(mail?.text).toContain("203.0.113.9");
  expect(mail?.text).toContain("May 15, 2026");
  const paths = (mail?.links ?? []).map((link) => new URL(link).pathname);
  expect(paths).toContain("/account/sessions");
  expect(paths.some((path) => path.startsWith("/auth/freeze/"))).toBe(true);
});

test("a device that is known makes no noise, and is remembered under its name", async () => {
  const user = await newPerson();
  const client = world.createClient();
  await login(user.email, validPassword, client);
  await client.call(api.auth.logout, {});
  expect(client.cookies.get("did")).toMatch(/^[\w-]{43}$/);
  world.clock.advance(60_000);
  await login(user.email, validPassword, client);
  expect(await noticesTo(user.email)).toHaveLength(1);
  const rows = await world.db.withSystemRole("a test looks", (tx) =>
    tx.many(
      sql`SELECT label, last_seen_at, expires_at FROM known_device WHERE user_id = ${user.id}`,
    ),
  );
  const now = world.clock.now();
  expect(rows).toEqual([
    {
      label: "Firefox on Linux",
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 90 * 86_400_000),
    },
  ]);
});

test("whoever signs in for the first time is told nothing they know", async () => {
  await signUp(world, "first@example.org");
  expect((await login("first@example.org")).status).toBe(200);
  expect(await noticesTo("first@example.org")).toEqual([]);
  expect((await login("first@example.org")).status).toBe(200);
  expect(await noticesTo("first@example.org")).toHaveLength(1);
});

test("a second factor that is not shown leaves no device behind", async () => {
  const user = await createTwoFactorUser(world, "guarded@example.org");
  const client = world.createClient();
  await login(user.email, validPassword, client);
  expect(client.cookies.has("did")).toBe(false);
  await client.call(api.auth.loginTwoFactor, { body: { token: totpCode(world, user.secret) } });
  expect(client.cookies.has("did")).toBe(true);
});

test("C05, T14: strangers who guess do not lock out the browser that the owner uses", async () => {
  const user = await createTwoFactorUser(world, "attacked@example.org");
  const client = world.createClient();
  await login(user.email, validPassword, client);
  await client.call(api.auth.loginTwoFactor, { body: { token: totpCode(world, user.secret) } });
  await client.call(api.auth.logout, {});
  const guesses = [];
  for (let guess = 0; guess < 20; guess += 1)
    guesses.push((await login(user.email, "not the password at all")).status);
  expect(guesses).toEqual([...Array.from({ length: 5 }, () => 401), ...Array(15).fill(429)]);
  expect((await login(user.email)).status).toBe(429);
  world.clock.advance(30_000);
  await login(user.email, "not the password at all");
  expect((await login(user.email)).status).toBe(429);
  expect((await login(user.email, validPassword, client)).status).toBe(200);
  const response = await client.call(api.auth.loginTwoFactor, {
    body: { token: totpCode(world, user.secret) },
  });
  expect(response.status).toBe(200);
});

test("a known browser has five tries of its own, and is not for another account", async () => {
  const [user, other] = [await newPerson(), await newPerson()];
  const client = world.createClient();
  await login(user.email, validPassword, client);
  const statuses = async (email: string) => {
    const responses = [];
    for (let guess = 0; guess < 7; guess += 1)
      responses.push((await login(email, "not the password at all", client)).status);
    return responses;
  };
  const five = [401, 401, 401, 401, 401, 429, 429];
  expect(await statuses(user.email)).toEqual(five);
  // What the browser used up is not taken from the others.
  expect((await login(user.email)).status).toBe(200);
  expect(await statuses(other.email)).toEqual(five);
  expect((await login(other.email)).status).toBe(429);
});

test("T14: blocks get longer with every try, and the seconds to wait get fewer as time passes", async () => {
  const { email } = await newPerson();
  const wait = async () =>
    Number((await login(email, "not the password at all")).headers.get("retry-after"));
  for (let guess = 0; guess < 5; guess += 1) await wait();
  const waits = [await wait()];
  world.clock.advance(12_000);
  waits.push(await wait());
  world.clock.advance(17_500);
  waits.push(await wait());
  world.clock.advance(500);
  expect(await wait()).toBe(0);
  waits.push(await wait());
  expect(waits).toEqual([30, 18, 1, 60]);
});

test("T14: an address that claims to be another one is the one it is", async () => {
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

test("from one network twenty people sign in in a minute", async () => {
  const { headers } = fromUniqueIp();
  const statuses = [];
  for (let at = 0; at < 21; at += 1) {
    const { email } = await newPerson();
    statuses.push((await login(email, validPassword, world.createClient(), headers)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  world.clock.advance(60_000);
  const { email } = await newPerson();
  expect((await login(email, validPassword, world.createClient(), headers)).status).toBe(200);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { fromUniqueIp, validPassword, registration } from "../../../testing/accounts.ts";
import type { TestClient, RequestExtras } from "../../../testing/client.ts";
import { createUser, signIn } from "../../../testing/users.ts";
import { totpCode, createTwoFactorUser } from "../../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());

const newPassword = "eleven slow kettles at noon";
const requestReset = (email: unknown, extras: RequestExtras = fromUniqueIp()) =>
  env.createClient().send("POST", "/auth/reset", { email }, extras);
const mailsTo = async (email: string) => {
  await env.runDueJobs();
  return env.mail.messages().filter((mail) => mail.to.includes(email));
};
async function resetToken(email: string): Promise<string> {
  const links = (await mailsTo(email)).flatMap((mail) => mail.links);
  const link = links.findLast((one) => one.includes("/auth/reset/")) ?? "";
  return link.slice(link.lastIndexOf("/") + 1);
}
const reset = (token: string, password = newPassword) =>
  env.createClient().call(api.auth.reset, { path: { token }, body: { password } });
const isAlive = async (client: TestClient) => (await client.call(api.auth.self, {})).status === 200;
const signInWith = (email: string, password: string) =>
  env.createClient().call(api.auth.login, { body: { email, password } }, fromUniqueIp());
const createUserWithPassword = async (email: string) =>
  createUser(env, email, { passwordHash: await env.passwords.hash(validPassword) });

test("C22: a reset ends every session and starts none; two-factor stays enabled, other links are revoked", async () => {
  const user = await createTwoFactorUser(env, "two@example.org");
  const other = await signIn(env, user.id);
  await requestReset("two@example.org");
  const earlier = await resetToken("two@example.org");
  await requestReset("two@example.org");
  const token = await resetToken("two@example.org");
  expect(token).not.toBe(earlier);

  const fresh = env.createClient();
  const response = await fresh.call(api.auth.reset, {
    path: { token },
    body: { password: newPassword },
  });
  expect(response.data).toEqual({ email: "two@example.org" });
  expect(fresh.cookies.size).toBe(0);
  expect([await isAlive(user.client), await isAlive(other)]).toEqual([false, false]);
  expect((await reset(earlier)).code).toBe("token_action_expired");

  expect((await signInWith("two@example.org", validPassword)).code).toBe("invalid_credentials");
  const entered = await signInWith("two@example.org", newPassword);
  expect(entered.data.userSession).toMatchObject({ authType: "login-attempt", secondStep: "2fa" });
  expect(totpCode(env, user.secret)).toMatch(/^\d{6}$/);
  const [notification] = (await mailsTo("two@example.org")).filter((mail) =>
    mail.subject.includes("was reset"),
  );
  expect(notification?.links.some((link) => link.includes("/auth/freeze/"))).toBe(true);
});

test("a signed-in browser is signed out, whether it is the same user or another", async () => {
  for (const word of ["same", "other"]) {
    const user = await createUserWithPassword(`${word}-target@example.org`);
    const bystander = await createUserWithPassword(`${word}-bystander@example.org`);
    const browser = word === "same" ? user.client : bystander.client;
    const before = new Map(browser.cookies);
    await requestReset(user.email);
    const token = await resetToken(user.email);
    const response = await browser.call(api.auth.reset, {
      path: { token },
      body: { password: newPassword },
    });
    expect([
      word,
      response.status,
      browser.cookies.has("sid"),
      browser.cookies.has("csrf"),
    ]).toEqual([word, 200, false, false]);
    for (const [name, value] of before) browser.cookies.set(name, value);
    expect(await isAlive(browser)).toBe(false);
  }
});

test("a request gets the same response for every email address, byte by byte, and emails only accounts", async () => {
  await createUserWithPassword("known@example.org");
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE user_account SET status = 'deactivated' WHERE email_normalized = 'known@example.org'`,
    ),
  );
  await createUserWithPassword("open@example.org");
  const texts = await Promise.all(
    ["known@example.org", "open@example.org", "nobody@example.org"].map(async (email) => {
      const response = await requestReset(email);
      expect(response.status).toBe(200);
      return (await response.text()).replace(email, "someone");
    }),
  );
  expect(new Set(texts).size).toBe(1);
  expect(await mailsTo("open@example.org")).toHaveLength(1);
  expect(await mailsTo("known@example.org")).toEqual([]);
  expect(await mailsTo("nobody@example.org")).toEqual([]);
});

test("sends at most three emails an hour to an address, and the response does not change above the limit", async () => {
  await createUserWithPassword("often@example.org");
  for (let n = 0; n < 5; n += 1) expect((await requestReset("often@example.org")).status).toBe(200);
  expect(await mailsTo("often@example.org")).toHaveLength(3);
});

test("limits one network to ten requests an hour", async () => {
  const extras = fromUniqueIp();
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push((await requestReset(`n${n}@example.org`, extras)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  const rejected = await requestReset("more@example.org", extras);
  expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("rejects a missing email address", async () => {
  const response = await env.createClient().send("POST", "/auth/reset", {}, fromUniqueIp());
  expect([
    response.status,
    z.object({ code: z.string() }).parse(await response.json()).code,
  ]).toEqual([400, "missing_email_field"]);
});

test("C32: rejects several email addresses, and sends none", async () => {
  await createUserWithPassword("v@example.org");
  for (const email of [
    ["v@example.org", "e@example.org"],
    "v@example.org,e@example.org",
    { 0: "v@example.org" },
    "v@example.org\r\nBcc: e@example.org",
    null,
    7,
  ])
    expect((await requestReset(email)).status).toBe(422);
  expect(await mailsTo("v@example.org")).toEqual([]);
});

test("C34: a look-alike of an email address does not match; emails go to the stored form", async () => {
  await createUserWithPassword("mike@example.org");
  expect((await requestReset("mıke@example.org")).status).toBe(422);
  expect((await requestReset("mike＠example.org")).status).toBe(422);
  expect(await mailsTo("mike@example.org")).toEqual([]);
  expect((await requestReset("MIKE@EXAMPLE.ORG")).status).toBe(200);
  expect(await mailsTo("mike@example.org")).toHaveLength(1);
});

test("C35: the link uses the console's own URL, whatever the Host header is", async () => {
  await createUserWithPassword("host@example.org");
  await requestReset("host@example.org", {
    headers: {
      ...fromUniqueIp().headers,
      "x-forwarded-host": "evil.test",
      forwarded: "host=evil.test",
    },
  });
  const [mail] = await mailsTo("host@example.org");
  expect(mail?.links.length).toBeGreaterThan(0);
  for (const link of mail?.links ?? []) expect(new URL(link).origin).toBe(env.publicUrl.origin);
});

test.each(["unverified", "frozen"])(
  "a reset verifies an unverified account and removes its earlier two-factor setup (%s)",
  async (status) => {
    const email = `late-${status}@example.org`;
    await env.createClient().call(api.auth.register, { body: registration(email) }, fromUniqueIp());
    await env.db.withSystemRole("a test", (tx) =>
      tx.execute(
        sql`UPDATE user_account SET two_factor_enabled_at = ${env.clock.now()}, status = ${status} WHERE email_normalized = ${email}`,
      ),
    );
    await requestReset(email);
    expect((await reset(await resetToken(email))).status).toBe(200);
    const { data } = await signInWith(email, newPassword);
    expect(data.user).toMatchObject({ email: email, twoFactorEnabled: false });
  },
);

test("staff set a longer password, and signing in revokes their other links", async () => {
  const passwordHash = await env.passwords.hash(validPassword);
  await createUser(env, "staff@example.org", { staffRole: "Support", passwordHash });
  await requestReset("staff@example.org");
  const token = await resetToken("staff@example.org");
  expect((await reset(token, "kettle-noon-4x")).code).toBe("registration_invalid_password");
  expect((await signInWith("staff@example.org", validPassword)).status).toBe(200);
  expect((await reset(token)).code).toBe("token_action_expired");
});

test("a reset is audited with its user", async () => {
  const user = await createUserWithPassword("record@example.org");
  await requestReset("record@example.org");
  await reset(await resetToken("record@example.org"));
  const entry = await env.db.withSystemRole("a test", (tx) =>
    tx.one<object>(
      sql`SELECT actor_user_id, result, changes FROM audit_event WHERE action = 'auth.reset' AND target_id = ${user.id}`,
    ),
  );
  expect(entry).toEqual({
    actor_user_id: user.id,
    result: "ok",
    changes: [{ field: "password", from: null, to: "changed" }],
  });
});

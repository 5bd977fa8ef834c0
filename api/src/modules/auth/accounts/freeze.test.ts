import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import { fromUniqueIp, validPassword } from "../../../testing/accounts.ts";
import { Authenticator } from "../../../testing/webauthn-authenticator.ts";
import { createUser, type TestUser, signIn } from "../../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());

const weekMs = 7 * 24 * 3_600_000;
const newPassword = "eleven slow kettles at noon";
const createUserWithPassword = async (email: string) =>
  createUser(env, email, { passwordHash: await env.passwords.hash(validPassword) });
async function newestLink(email: string, page: string): Promise<string> {
  await env.runDueJobs();
  const links = env.mail
    .messages()
    .filter((mail) => mail.to.includes(email))
    .flatMap((mail) => mail.links);
  const link = links.findLast((one) => one.includes(page)) ?? "none";
  return link.slice(link.lastIndexOf("/") + 1);
}
const freeze = (token: string) => env.createClient().call(api.auth.freeze, { path: { token } });
const verify = ({ client }: Pick<TestUser, "client">, token: string) =>
  client.call(api.auth.verifyEmail, { path: { token } });
const login = (email: string, password = validPassword) =>
  env.createClient().call(api.auth.login, { body: { email, password } }, fromUniqueIp());
const requestEmailChange = (user: TestUser, email: string) =>
  user.client.call(api.account.update, { body: { attribute: "email", email } });
const statusOf = async ({ id }: TestUser) =>
  env.db.withSystemRole("a test", (tx) =>
    tx.one<{ status: string; email: string }>(
      sql`SELECT status, email FROM user_account WHERE id = ${id}`,
    ),
  );
const isAlive = async ({ client }: TestUser) =>
  (await client.call(api.auth.self, {})).status === 200;

test("C41: the owner locks the account from the old email address; the change is undone and sign-in requires a reset", async () => {
  const user = await createUserWithPassword("old@example.org");
  expect((await requestEmailChange(user, "typo@example.net")).status).toBe(200);
  const change = await newestLink("typo@example.net", "/auth/verify/");
  const frozen = await freeze(await newestLink("old@example.org", "/auth/freeze/"));
  expect(frozen.data).toEqual({ email: "old@example.org" });
  expect(await statusOf(user)).toEqual({ status: "frozen", email: "old@example.org" });
  expect(await isAlive(user)).toBe(false);
  expect((await verify(user, change)).code).toBe("token_action_expired");
  const rejected = await login("old@example.org");
  expect([rejected.status, rejected.code]).toEqual([401, "account_decativated"]);

  const token = await newestLink("old@example.org", "/auth/reset/");
  await env
    .createClient()
    .call(api.auth.reset, { path: { token }, body: { password: newPassword } });
  expect((await login("old@example.org", newPassword)).status).toBe(200);
});

test("C41: a change of email is undone within a week, even after two changes", async () => {
  const user = await createUserWithPassword("mine@example.org");
  await requestEmailChange(user, "thief@example.net");
  await verify(user, await newestLink("thief@example.net", "/auth/verify/"));
  const token = await newestLink("mine@example.org", "/auth/freeze/");
  const thief = { ...user, client: await signIn(env, user.id) };
  await requestEmailChange(thief, "thief2@example.net");
  await verify(thief, await newestLink("thief2@example.net", "/auth/verify/"));
  expect((await statusOf(user)).email).toBe("thief2@example.net");

  expect((await freeze(token)).data).toEqual({ email: "mine@example.org" });
  expect(await statusOf(user)).toEqual({ status: "frozen", email: "mine@example.org" });
  expect((await login("mine@example.org")).code).toBe("account_decativated");
  expect((await login("thief2@example.net")).code).toBe("invalid_credentials");
  expect(await newestLink("mine@example.org", "/auth/reset/")).not.toBe("none");
});

test("an email address that another account claimed but never verified returns to its owner; after a week it stays changed", async () => {
  const user = await createUserWithPassword("squat@example.org");
  await requestEmailChange(user, "fresh@example.net");
  await verify(user, await newestLink("fresh@example.net", "/auth/verify/"));
  const squatter = await createUser(env, "squat@example.org");
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE user_account SET status = 'unverified' WHERE id = ${squatter.id}`),
  );
  expect((await freeze(await newestLink("squat@example.org", "/auth/freeze/"))).data.email).toBe(
    "squat@example.org",
  );
  expect((await statusOf(squatter)).status).toBe("deleted");

  const late = await createUserWithPassword("late@example.org");
  await requestEmailChange(late, "later@example.net");
  await verify(late, await newestLink("later@example.net", "/auth/verify/"));
  env.clock.advance(weekMs);
  const again = { ...late, client: await signIn(env, late.id) };
  await requestEmailChange(again, "latest@example.net");
  expect((await freeze(await newestLink("later@example.net", "/auth/freeze/"))).data.email).toBe(
    "later@example.net",
  );
});

test("deletes credentials added since the email, and stops impersonations", async () => {
  const user = await createUserWithPassword("ways@example.org");
  const staff = await createUser(env, "helper@boreal.test", { staffRole: "Support" });
  await requestEmailChange(user, "elsewhere@example.net");
  const token = await newestLink("ways@example.org", "/auth/freeze/");
  const now = env.clock.now();
  await env.db.withSystemRole("a test", async (tx) => {
    for (const [provider, at] of [
      ["google", now],
      ["github", new Date(now.getTime() - 1)],
    ] as const)
      await tx.execute(sql`INSERT INTO user_identity (id, user_id, provider, subject, email_when_linked, linked_at)
        VALUES (${uuidv7(now)}, ${user.id}, ${provider}, 'a', 'a@example.org', ${at})`);
    await tx.execute(sql`INSERT INTO session (id, user_id, auth_type, salt, token_hash, rotated_at, expires_at, absolute_expires_at, credential_version,
        impersonator_id, impersonator_role, parent_session_id, created_at, updated_at)
      SELECT ${uuidv7(now)}, ${user.id}, 'impersonate', salt, token_hash, rotated_at, expires_at, absolute_expires_at, 0, ${staff.id}, 'Support', id, ${now}, ${now}
        FROM session WHERE user_id = ${staff.id}`);
  });
  await freeze(token);
  const left = await env.db.withSystemRole("a test", async (tx) => ({
    identities: await tx.many(sql`SELECT provider FROM user_identity WHERE user_id = ${user.id}`),
    live: await tx.many(
      sql`SELECT id FROM session WHERE user_id = ${user.id} AND revoked_at IS NULL`,
    ),
  }));
  expect(left).toEqual({ identities: [{ provider: "github" }], live: [] });
});

test("any of several freeze links removes what was added since the oldest one", async () => {
  const user = await createUserWithPassword("emails@example.org");
  const device = new Authenticator(env.publicUrl);
  const options = (await user.client.call(api.account.addPasskeyOptions, {})).data;
  const body = { name: "Thief's", response: device.register(options) };
  expect((await user.client.call(api.account.addPasskey, { body })).status).toBe(201);
  env.clock.advance(60_000);
  await requestEmailChange(user, "emails@example.net");
  await freeze(await newestLink("emails@example.org", "/auth/freeze/"));
  const token = await newestLink("emails@example.org", "/auth/reset/");
  await env
    .createClient()
    .call(api.auth.reset, { path: { token }, body: { password: newPassword } });

  const browser = env.createClient();
  const challenge = (await browser.call(api.auth.passkeyOptions, {}, fromUniqueIp())).data;
  const entering = { body: { response: device.sign(challenge) } };
  const entered = await browser.call(api.auth.passkey, entering, fromUniqueIp());
  expect(entered.code).toBe("invalid_credentials");
});

test("a freeze link and a reset do not reopen an account that staff have deactivated", async () => {
  const user = await createUserWithPassword("closed@example.org");
  await requestEmailChange(user, "closed2@example.net");
  const token = await newestLink("closed@example.org", "/auth/freeze/");
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE user_account SET status = 'deactivated' WHERE id = ${user.id}`),
  );
  expect((await freeze(token)).status).toBe(200);
  expect((await statusOf(user)).status).toBe("deactivated");
  expect(await newestLink("closed@example.org", "/auth/reset/")).toBe("none");
});

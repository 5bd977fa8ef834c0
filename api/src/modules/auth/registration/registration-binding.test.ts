/** A user who registers an email address may not own the mailbox: what an email confirmation grants, and to whom. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import {
  bindAsRegistered,
  fromUniqueIp,
  validPassword,
  registration,
  verificationToken,
} from "../../../testing/accounts.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser, signIn } from "../../../testing/users.ts";
import { totpCode } from "../../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { issueActionToken } from "../../accounts/action-tokens.ts";

let env: TestEnvironment;
let userCount = 0;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());
beforeEach(() => env.clock.advance(7_200_000));

const ownPassword = "eleven slow kettles at noon";

/** A registration that includes TOTP. */
async function registerGuarded(client = env.createClient()) {
  userCount += 1;
  const email = `bound-${userCount}@example.org`;
  const { secret } = (await client.call(api.auth.newSecret, {}, fromUniqueIp())).data;
  const body = registration(email, { otpSecret: secret, otpToken: totpCode(env, secret) });
  const response = await client.call(api.auth.register, { body }, fromUniqueIp());
  expect(response.status).toBe(201);
  return { client, email, secret, token: await verificationToken(env, email) };
}
const verify = (client: TestClient, token: string) =>
  client.call(api.auth.verifyEmail, { path: { token } });
const setPassword = (client: TestClient, token: string, password?: string) =>
  client.call(api.auth.verifyWithPassword, {
    path: { token },
    body: password === undefined ? {} : { password },
  });
const login = (email: string, password: string, client = env.createClient()) =>
  client.call(api.auth.login, { body: { email, password } }, fromUniqueIp());
const accountOf = (email: string) =>
  env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ id: string; status: string; factors: number; sessions: number }>(sql`
      SELECT u.id, u.status, (u.totp_secret IS NOT NULL)::int
          + (SELECT count(*) FROM passkey p WHERE p.user_id = u.id)
          + (SELECT count(*) FROM recovery_code c WHERE c.user_id = u.id)
          + (SELECT count(*) FROM user_identity i WHERE i.user_id = u.id) AS factors,
        (SELECT count(*) FROM session s WHERE s.user_id = u.id AND s.revoked_at IS NULL AND s.credential_version = u.credential_version) AS sessions
        FROM user_account u WHERE u.email = ${email}`),
  );
/** Every other credential that an attacker could have left on the account. */
async function leaveWaysIn(id: string): Promise<TestClient> {
  const now = env.clock.now();
  const bytes = Buffer.from(uuidv7(now));
  await env.db.withSystemRole("credentials for a test", async (tx) => {
    await tx.execute(sql`INSERT INTO passkey (id, user_id, name, credential_id, public_key, counter, created_at)
      VALUES (${uuidv7(now)}, ${id}, 'Theirs', ${uuidv7(now)}, ${bytes}, 0, ${now})`);
    await tx.execute(sql`INSERT INTO user_identity (id, user_id, provider, subject, email_when_linked, linked_at)
      VALUES (${uuidv7(now)}, ${id}, 'google', ${uuidv7(now)}, 'outsider@example.org', ${now})`);
  });
  return signIn(env, id);
}

test("in the browser that registered, one click confirms the account with its password and TOTP", async () => {
  const { client, email, token } = await registerGuarded();
  expect((await verify(client, token)).data).toEqual({ email, isChange: false });
  expect(client.cookies.has("registered")).toBe(false);
  const attempt = await login(email, validPassword);
  expect(attempt.data.userSession.secondStep).toBe("2fa");
});

test("in any other browser the link requires a password, and asking for it does not consume the link", async () => {
  const { client, email, token } = await registerGuarded();
  const another = env.createClient();
  bindAsRegistered(env, another, uuidv7(env.clock.now()));
  for (const browser of [env.createClient(), another]) {
    const rejected = await verify(browser, token);
    expect([rejected.status, rejected.code]).toEqual([403, "password_required"]);
  }
  expect((await accountOf(email)).status).toBe("unverified");
  expect((await login(email, validPassword)).code).toBe("email_not_verified");
  expect((await verify(client, token)).status).toBe(200);
});

test("an attacker who registered an address keeps no access once its owner has set a password", async () => {
  const outsider = await registerGuarded();
  const { id } = await accountOf(outsider.email);
  const leftCredentials = await leaveWaysIn(id);
  const owner = env.createClient();
  expect((await setPassword(owner, outsider.token)).code).toBe("missing_password_field");
  expect((await setPassword(owner, outsider.token, "password1234")).code).toBe(
    "registration_invalid_password",
  );
  expect((await setPassword(owner, outsider.token, ownPassword)).data).toEqual({
    email: outsider.email,
  });
  expect(await accountOf(outsider.email)).toMatchObject({
    status: "active",
    factors: 0,
    sessions: 0,
  });
  expect((await login(outsider.email, validPassword)).code).toBe("invalid_credentials");
  expect((await leftCredentials.call(api.auth.self, {})).status).toBe(401);
  expect((await verify(outsider.client, outsider.token)).code).toBe("token_action_executed");
  const response = await login(outsider.email, ownPassword);
  expect([response.status, response.data.user.twoFactorEnabled]).toEqual([200, false]);
});

test("an owner may set the password used at registration, on another device", async () => {
  const { email, token } = await registerGuarded();
  expect((await setPassword(env.createClient(), token, validPassword)).status).toBe(200);
  expect((await login(email, validPassword)).status).toBe(200);
});

test("a resent link follows the same rule", async () => {
  const { client, email } = await registerGuarded();
  await env.createClient().call(api.auth.resendVerification, { body: { email } }, fromUniqueIp());
  const token = await verificationToken(env, email);
  expect((await verify(env.createClient(), token)).code).toBe("password_required");
  expect((await verify(client, token)).status).toBe(200);
});

test("a reset of an unverified account removes what was set up before", async () => {
  const outsider = await registerGuarded();
  const { id } = await accountOf(outsider.email);
  const leftCredentials = await leaveWaysIn(id);
  const token = await env.db.withSystemRole("a link for a test", (tx) =>
    issueActionToken(tx, "reset_password", { userId: id, now: env.clock.now() }),
  );
  const body = { password: ownPassword };
  expect((await env.createClient().call(api.auth.reset, { path: { token }, body })).status).toBe(
    200,
  );
  expect(await accountOf(outsider.email)).toMatchObject({
    status: "active",
    factors: 0,
    sessions: 0,
  });
  expect((await leftCredentials.call(api.auth.self, {})).status).toBe(401);
});

test("of twelve browsers that set a password with one link one succeeds", async () => {
  const { token } = await registerGuarded();
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => setPassword(env.createClient(), token, ownPassword)),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(responses.map(({ code }) => code))).toEqual(
    new Set([null, "token_action_executed"]),
  );
});

test("a change of email can only be confirmed in a session of the account", async () => {
  const user = await createUser(env, `mover-${(userCount += 1)}@example.org`);
  const email = `taken-over-${userCount}@example.org`;
  const token = await env.db.withSystemRole("a link for a test", (tx) =>
    issueActionToken(tx, "change_email", {
      userId: user.id,
      now: env.clock.now(),
      payload: { email },
    }),
  );
  const support = await createUser(env, `support-${userCount}@boreal.test`, {
    staffRole: "Support",
  });
  const acting = await support.client.call(api.users.impersonate, { path: { user: user.id } });
  expect(acting.status).toBe(200);
  const other = await createUser(env, `other-${userCount}@example.org`);
  for (const client of [env.createClient(), other.client, support.client]) {
    const rejected = await verify(client, token);
    expect([rejected.status, rejected.code]).toEqual([403, "sign_in_required"]);
  }
  expect((await verify(user.client, token)).data).toEqual({ email, isChange: true });
});

test("a browser signed in as another user is signed out", async () => {
  const { email, token } = await registerGuarded();
  const other = await createUser(env, `bystander-${userCount}@example.org`);
  const before = new Map(other.client.cookies);
  expect((await setPassword(other.client, token, ownPassword)).data).toEqual({ email });
  expect([other.client.cookies.has("sid"), other.client.cookies.has("csrf")]).toEqual([
    false,
    false,
  ]);
  for (const [name, value] of before) other.client.cookies.set(name, value);
  expect((await other.client.call(api.auth.self, {})).status).toBe(401);
});

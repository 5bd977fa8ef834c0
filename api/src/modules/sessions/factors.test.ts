/** Sessions record the factors used to sign in. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { SignInProvider } from "#contracts/sign-in-factors.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { fromUniqueIp, validPassword } from "../../testing/accounts.ts";
import { Authenticator } from "../../testing/webauthn-authenticator.ts";
import type { TestClient } from "../../testing/client.ts";
import { signInWithProvider } from "../../testing/oauth-flow.ts";
import { signIn } from "../../testing/users.ts";
import { totpCode, type TwoFactorUser, createTwoFactorUser } from "../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let user: TwoFactorUser;
let device: Authenticator;
let browser: TestClient;
let userCount = 0;
beforeAll(async () => {
  env = await startTestEnvironment({
    trustedProxies: ["127.0.0.1"],
    emailStep: "always",
    signIn: true,
  });
});
afterAll(() => env.stop());
beforeEach(async () => {
  // So that the TOTP code is a new one.
  env.clock.advance(3_600_000);
  user = await createTwoFactorUser(env, `shown-${(userCount += 1)}@factors.test`);
  device = new Authenticator(env.publicUrl);
  browser = env.createClient();
});

const withoutSecondFactor = () =>
  env.db.withSystemRole("a test disables two-factor", (tx) =>
    tx.execute(sql`UPDATE user_account SET two_factor_enabled_at = NULL WHERE id = ${user.id}`),
  );
const withPassword = () =>
  browser.call(
    api.auth.login,
    { body: { email: user.email, password: validPassword } },
    fromUniqueIp(),
  );
const withCode = (token: string) => browser.call(api.auth.loginTwoFactor, { body: { token } });
async function addPasskey(): Promise<void> {
  const options = (await user.client.call(api.account.addPasskeyOptions, {})).data;
  const response = device.register(options);
  await user.client.call(api.account.addPasskey, { body: { name: "Laptop", response } });
}
async function mailedCode(): Promise<string> {
  await env.runDueJobs();
  const mail = env.mail
    .messages()
    .findLast(({ to, subject }) => to.includes(user.email) && subject.includes("code"));
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
}
async function withProvider(provider: SignInProvider): Promise<void> {
  // GitHub's subject is a number.
  const subject = `${9000 + userCount}`;
  await env.db.withSystemRole("a link for a test", (tx) =>
    tx.execute(sql`INSERT INTO user_identity (id, user_id, provider, subject, email_when_linked, linked_at)
      VALUES (${uuidv7(env.clock.now())}, ${user.id}, ${provider}, ${subject}, ${user.email}, ${env.clock.now()})`),
  );
  await signInWithProvider(browser, provider, {
    subject,
    email: user.email,
    firstName: "A",
    lastName: "B",
  });
}
async function listFactors() {
  const { data } = (await browser.call(api.sessions.list, {})).data;
  const current = data.find(({ isCurrent }) => isCurrent);
  return [current?.firstFactor, current?.secondFactor];
}

const ways: [what: string, expected: unknown[], enter: () => Promise<unknown>][] = [
  [
    "a password and a code by mail",
    ["password", "mail_code"],
    async () => {
      await withoutSecondFactor();
      await withPassword();
      await browser.call(api.auth.loginToken, { body: { token: await mailedCode() } });
    },
  ],
  [
    "a password and the app's code",
    ["password", "authenticator"],
    async () => {
      await withPassword();
      await withCode(totpCode(env, user.secret));
    },
  ],
  [
    "a password and a recovery code",
    ["password", "recovery_code"],
    async () => {
      await withPassword();
      await withCode(user.recoveryCodes[0] ?? "");
    },
  ],
  [
    "a password and a passkey",
    ["password", "passkey"],
    async () => {
      await addPasskey();
      await withPassword();
      const options = (await browser.call(api.auth.loginPasskeyOptions, {})).data;
      await browser.call(api.auth.loginPasskey, { body: { response: device.sign(options) } });
    },
  ],
  [
    "a passkey alone",
    ["passkey", null],
    async () => {
      await addPasskey();
      const options = (await browser.call(api.auth.passkeyOptions, {}, fromUniqueIp())).data;
      const response = device.sign(options);
      await browser.call(api.auth.passkey, { body: { response } }, fromUniqueIp());
    },
  ],
  [
    "Google and the app's code",
    ["google", "authenticator"],
    async () => {
      await withProvider("google");
      await withCode(totpCode(env, user.secret));
    },
  ],
  [
    "GitHub and a code by mail",
    ["github", "mail_code"],
    async () => {
      await withoutSecondFactor();
      await withProvider("github");
      await browser.call(api.auth.loginToken, { body: { token: await mailedCode() } });
    },
  ],
];

test.each(ways)("a session started with %s records it", async (_what, expected, enter) => {
  await enter();
  expect(await listFactors()).toEqual(expected);
});

test("a password alone, in a known browser", async () => {
  browser = await signIn(env, user.id);
  expect(await listFactors()).toEqual(["password", null]);
});

test("a refreshed session keeps its factors and is not a new reauthentication", async () => {
  await addPasskey();
  const options = (await browser.call(api.auth.passkeyOptions, {}, fromUniqueIp())).data;
  const response = device.sign(options);
  await browser.call(api.auth.passkey, { body: { response } }, fromUniqueIp());
  const before = browser.cookies.get("sid");
  env.clock.advance(8 * 60_000);
  const changed = await browser.call(api.account.update, {
    body: { attribute: "password", password: "eleven slow kettles at noon" },
  });
  expect(changed.status).toBe(200);
  expect(browser.cookies.get("sid")).not.toBe(before);
  expect(await listFactors()).toEqual(["passkey", null]);
  env.clock.advance(7 * 60_000 + 1000);
  expect((await browser.call(api.account.newSecret, {})).code).toBe("confirmation_required");
});

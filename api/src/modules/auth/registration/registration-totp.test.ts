import { HOTP, Secret } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { Registration } from "#contracts/auth.ts";
import { sql } from "../../../core/db/db.ts";
import {
  fromUniqueIp,
  validPassword,
  registration,
  signUp,
  verificationToken,
} from "../../../testing/accounts.ts";
import type { TestClient } from "../../../testing/client.ts";
import { totpCode, wrongTotpCode } from "../../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());
beforeEach(() => env.clock.advance(86_400_000));

const invalid = [400, "registration_invalid_otp_token"];

async function offered(
  client = env.createClient(),
): Promise<{ client: TestClient; secret: string }> {
  const response = await client.call(api.auth.newSecret, {}, fromUniqueIp());
  expect(response.status).toBe(200);
  return { client, secret: response.data.secret };
}

let userCount = 0;
const newEmail = () => `second-${(userCount += 1)}@example.org`;
const register = (client: TestClient, changed: Partial<Registration>, email = newEmail()) =>
  client.call(api.auth.register, { body: registration(email, changed) }, fromUniqueIp());
const outcome = async (...args: Parameters<typeof register>) => {
  const response = await register(...args);
  return [response.status, response.code];
};

test("C058: signing up with a valid code enables two-factor authentication and returns recovery codes", async () => {
  const { client, secret } = await offered();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const email = newEmail();
  const code = totpCode(env, secret);
  const response = await register(
    client,
    { otpSecret: secret, otpToken: `${code.slice(0, 3)} ${code.slice(3)}` },
    email,
  );
  expect(response.status).toBe(201);
  expect(new Set(response.data.recoveryCodes).size).toBe(10);
  expect(client.cookies.has("reg")).toBe(false);
  const token = await verificationToken(env, email);
  await client.call(api.auth.verifyEmail, { path: { token } });
  const credentials = { body: { email, password: validPassword } };
  const attempt = await client.call(api.auth.login, credentials, fromUniqueIp());
  expect(attempt.data.userSession.secondStep).toBe("2fa");
  const step = (args: string) => client.call(api.auth.loginTwoFactor, { body: { token: args } });
  // The code used at registration does not work again.
  expect((await step(code)).code).toBe("invalid_otp_code_provided");
  expect((await step(response.data.recoveryCodes?.[3] ?? "")).status).toBe(200);
});

test("C058: without six digits or without a secret both are ignored, and two-factor stays disabled", async () => {
  const { client, secret } = await offered();
  const code = totpCode(env, secret);
  const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
  for (const changed of [
    { otpSecret: secret },
    { otpToken: code },
    { otpSecret: secret, otpToken: "" },
    { otpSecret: secret, otpToken: code.slice(0, 5) },
    { otpSecret: secret, otpToken: `${code}0` },
    { otpSecret: secret, otpToken: wide },
    { otpSecret: secret, otpToken: "abcdef" },
  ]) {
    const response = await register(client, changed);
    expect([response.status, response.data.recoveryCodes]).toEqual([201, null]);
  }
  const { n } = await env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ n: number }>(
      sql`SELECT count(*) AS n FROM user_account WHERE two_factor_enabled_at IS NOT NULL AND created_at = ${env.clock.now()}`,
    ),
  );
  expect(n).toBe(0);
});

test("T18, C058: accepts a code twenty seconds old but not one a minute old", async () => {
  const fresh = await offered();
  const code = totpCode(env, fresh.secret);
  env.clock.advance(20_000);
  expect(await outcome(fresh.client, { otpSecret: fresh.secret, otpToken: code })).toEqual([
    201,
    null,
  ]);
  const stale = await offered();
  const old = totpCode(env, stale.secret);
  env.clock.advance(60_000);
  expect(await outcome(stale.client, { otpSecret: stale.secret, otpToken: old })).toEqual(invalid);
});

test("T18: accepts only the secret given to this browser, for half an hour", async () => {
  const { client, secret } = await offered();
  const own = new Secret({ size: 20 });
  const ownCode = HOTP.generate({
    secret: own,
    counter: Math.floor(env.clock.now().getTime() / 30_000),
  });
  const good = () => ({ otpSecret: secret, otpToken: totpCode(env, secret) });
  expect(await outcome(client, { otpSecret: own.base32, otpToken: ownCode })).toEqual(invalid);
  expect(await outcome(client, { otpSecret: secret, otpToken: ownCode })).toEqual(invalid);
  expect(
    await outcome(client, { otpSecret: secret, otpToken: wrongTotpCode(env, secret) }),
  ).toEqual(invalid);
  expect(await outcome(env.createClient(), good())).toEqual(invalid);
  expect(await outcome((await offered()).client, good())).toEqual(invalid);

  const [nonce = "", end = "", mac = ""] = (client.cookies.get("reg") ?? "").split(".");
  const forged = [
    `${nonce}.${Number(end) + 60_000}.${mac}`,
    `${nonce}.${end}.${mac.slice(1)}`,
    `${nonce}.${end}.${mac}.`,
    `${nonce.startsWith("x") ? "y" : "x"}${nonce.slice(1)}.${end}.${mac}`,
    "",
  ];
  for (const cookie of forged) {
    const other = env.createClient();
    other.cookies.set("reg", cookie);
    expect([cookie, ...(await outcome(other, good()))]).toEqual([cookie, ...invalid]);
  }
  const { headers } = fromUniqueIp();
  const twice = `reg=${client.cookies.get("reg")}; reg=${client.cookies.get("reg")}`;
  const doubled = await env
    .createClient()
    .call(
      api.auth.register,
      { body: registration(newEmail(), good()) },
      { headers: { ...headers, cookie: twice } },
    );
  expect([doubled.status, doubled.code]).toEqual(invalid);

  env.clock.advance(1_800_000 - 1_000);
  expect(await outcome(client, good(), newEmail())).toEqual([201, null]);
  const late = await offered();
  env.clock.advance(1_800_000);
  expect(
    await outcome(late.client, { otpSecret: late.secret, otpToken: totpCode(env, late.secret) }),
  ).toEqual(invalid);
});

test("T18: a secret enables two-factor once, however many requests are concurrent", async () => {
  const { client, secret } = await offered();
  const cookie = client.cookies.get("reg") ?? "";
  const good = { otpSecret: secret, otpToken: totpCode(env, secret) };
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => {
      const copy = env.createClient();
      copy.cookies.set("reg", cookie);
      return outcome(copy, good);
    }),
  );
  expect(responses.filter(([status]) => status === 201)).toHaveLength(1);
  expect(responses.filter(([, code]) => code === "registration_invalid_otp_token")).toHaveLength(7);
  client.cookies.set("reg", cookie);
  expect(await outcome(client, good)).toEqual(invalid);
});

test("a wrong code is reported before a taken email address, and a taken address does not consume the secret", async () => {
  await signUp(env, "has@example.org");
  const { client, secret } = await offered();
  const password = "a different secret 17";
  const wrong = { password, otpSecret: secret, otpToken: wrongTotpCode(env, secret) };
  const good = { password, otpSecret: secret, otpToken: totpCode(env, secret) };
  expect(await outcome(client, wrong, "has@example.org")).toEqual(invalid);
  expect(await outcome(client, good, "has@example.org")).toEqual([
    400,
    "registration_email_already_in_use",
  ]);
  expect(await outcome(client, good)).toEqual([201, null]);
  client.cookies.set("reg", "");
  env.clock.advance(86_400_000);
  const { client: other, secret: used } = await offered();
  const cookie = other.cookies.get("reg") ?? "";
  const repeated = { password, otpSecret: used, otpToken: totpCode(env, used) };
  expect(await outcome(other, repeated)).toEqual([201, null]);
  other.cookies.set("reg", cookie);
  expect(await outcome(other, repeated, "has@example.org")).toEqual(invalid);
});

test("a double submission creates one account with two-factor, without an error", async () => {
  const { client, secret } = await offered();
  const email = newEmail();
  const changed = { otpSecret: secret, otpToken: totpCode(env, secret) };
  const copy = env.createClient();
  copy.cookies.set("reg", client.cookies.get("reg") ?? "");
  const responses = await Promise.all([
    register(client, changed, email),
    register(copy, changed, email),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  expect(responses.filter(({ data }) => data.recoveryCodes !== null)).toHaveLength(1);
});

test("a secret is not stored in the database, and one network gets twenty an hour", async () => {
  const here = fromUniqueIp();
  const rows = () =>
    env.db.withSystemRole("a test reads", (tx) =>
      tx.one(sql`SELECT (SELECT count(*) FROM used_nonce) AS nonces, (SELECT count(*) FROM user_account) AS users,
        (SELECT count(*) FROM session) AS sessions`),
    );
  const before = await rows();
  const secrets = new Set<string>();
  for (let at = 0; at < 20; at += 1)
    secrets.add((await env.createClient().call(api.auth.newSecret, {}, here)).data.secret);
  expect(secrets.size).toBe(20);
  expect((await env.createClient().call(api.auth.newSecret, {}, here)).status).toBe(429);
  expect(await rows()).toEqual(before);
});

test("C28: link scanners get no secret", async () => {
  for (const [name, value] of [
    ["sec-fetch-mode", "navigate"],
    ["sec-purpose", "prefetch"],
    ["sec-fetch-site", "cross-site"],
  ] as const) {
    const response = await env.app.inject({ url: "/auth/register", headers: { [name]: value } });
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect(response.body).not.toContain('"secret"');
  }
  const head = await env.createClient().send("HEAD", "/auth/register");
  expect(head.headers.getSetCookie()).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { EmailOtpPolicy } from "../../../config.ts";
import { sql } from "../../../core/db/db.ts";
import { fromUniqueIp, validPassword } from "../../../testing/accounts.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/users.ts";
import { cloneClient } from "../../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
let passwordHash: string;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"], emailStep: "new-device" });
  passwordHash = await env.passwords.hash(validPassword);
});
afterAll(() => env.stop());
beforeEach(() => env.clock.advance(7_200_000));

let userCount = 0;
const createNewUser = (staffRole?: "Support") =>
  createUser(env, `mailed-${(userCount += 1)}@example.org`, {
    passwordHash,
    ...(staffRole === undefined ? {} : { staffRole }),
  });
const login = (email: string, client = env.createClient(), there = env) =>
  (there === env ? client : there.createClient()).call(
    api.auth.login,
    { body: { email, password: validPassword } },
    fromUniqueIp(),
  );
async function startSignIn(email: string, client = env.createClient()): Promise<TestClient> {
  const response = await login(email, client);
  expect(response.data.userSession).toMatchObject({
    authType: "login-attempt",
    secondStep: "token",
  });
  return client;
}
async function mailedCodes(email: string): Promise<string[]> {
  await env.runDueJobs();
  return env.mail
    .messages()
    .filter((mail) => mail.to.includes(email) && mail.subject === "Your sign-in code")
    .map((mail) => /^\d{6}$/m.exec(mail.text)?.[0] ?? "");
}
const newestCode = async (email: string) => (await mailedCodes(email)).at(-1) ?? "";
const step = async (client: TestClient, token: string) => {
  const response = await client.call(api.auth.loginToken, { body: { token } });
  return [response.status, response.code];
};
const resend = async (client: TestClient) => {
  const response = await client.call(api.auth.resendLoginToken, {});
  return [response.status, response.code];
};
const invalid = [401, "invalid_one_time_password"];
const noAttempt = [401, "no_intermediate_session"];
const wrong = (code: string) => (code === "000000" ? "111111" : "000000");

test("on a new device a code is emailed, and the session starts with it", async () => {
  const user = await createNewUser();
  const client = await startSignIn(user.email);
  const attempt = cloneClient(env, client);
  const code = await newestCode(user.email);
  expect(code).toMatch(/^\d{6}$/);
  expect(await step(client, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toEqual([200, null]);
  expect((await client.call(api.auth.self, {})).data.user.email).toBe(user.email);
  expect(client.cookies.get("sid")).not.toBe(attempt.cookies.get("sid"));
  expect(await step(attempt, code)).toEqual(noAttempt);
});

test("a device that has entered the code needs none until it is unused for ninety days", async () => {
  const user = await createNewUser();
  const client = await startSignIn(user.email);
  await step(client, await newestCode(user.email));
  await client.call(api.auth.logout, {});
  expect((await login(user.email, client)).data.userSession.authType).toBe("password");
  env.clock.advance(90 * 86_400_000 - 1_000);
  expect((await login(user.email, client)).data.userSession.authType).toBe("password");
  env.clock.advance(90 * 86_400_000);
  await startSignIn(user.email, client);
});

test("a device known for one user is new for another, and then known for both", async () => {
  const [one, other] = [await createNewUser(), await createNewUser()];
  const client = await startSignIn(one.email);
  await step(client, await newestCode(one.email));
  await startSignIn(other.email, client);
  await step(client, await newestCode(other.email));
  for (const { email } of [one, other])
    expect((await login(email, client)).data.userSession.authType).toBe("password");
});

test("a duplicate or made-up device cookie is ignored", async () => {
  const user = await createNewUser();
  const client = await startSignIn(user.email);
  await step(client, await newestCode(user.email));
  const did = client.cookies.get("did") ?? "";
  for (const cookie of [`did=${did}; did=${did}`, `did=${did}x`, `did=${"a".repeat(43)}`]) {
    const { headers } = fromUniqueIp();
    const response = await env
      .createClient()
      .call(
        api.auth.login,
        { body: { email: user.email, password: validPassword } },
        { headers: { ...headers, cookie } },
      );
    expect(response.data.userSession.secondStep).toBe("token");
  }
});

test("staff without two-factor are emailed a code every time, even on known devices", async () => {
  const user = await createNewUser("Support");
  const client = await startSignIn(user.email);
  expect(await step(client, await newestCode(user.email))).toEqual([200, null]);
  await startSignIn(user.email, client);
});

test.each([
  ["never", null, "password"],
  ["always", "token", "login-attempt"],
] as const)(
  "if the setting is %s, devices make no difference",
  async (emailStep: EmailOtpPolicy, secondStep, authType) => {
    const there = await startTestEnvironment({ emailStep });
    const staff = await createUser(there, "staff@example.org", {
      passwordHash,
      staffRole: "Support",
    });
    const customer = await createUser(there, "customer@example.org", { passwordHash });
    for (const { email } of [staff, customer]) {
      const response = await login(email, there.createClient(), there);
      expect(response.data.userSession).toMatchObject({ authType, secondStep });
    }
    await there.stop();
  },
);

test("only the newest code works", async () => {
  const user = await createNewUser();
  const client = await startSignIn(user.email);
  const first = await newestCode(user.email);
  expect(await resend(client)).toEqual([204, null]);
  const codes = await mailedCodes(user.email);
  expect(codes).toHaveLength(2);
  if (codes[1] !== first) expect(await step(client, first)).toEqual(invalid);
  expect(await step(client, codes[1] ?? "")).toEqual([200, null]);
});

test("a code belongs to the login attempt it was sent for", async () => {
  const user = await createNewUser();
  const first = await startSignIn(user.email);
  const code = await newestCode(user.email);
  const second = await startSignIn(user.email);
  if ((await newestCode(user.email)) !== code) expect(await step(second, code)).toEqual(invalid);
  expect(await step(first, code)).toEqual([200, null]);
});

test("T10: the code works for ten minutes to the second, and a later use is reported as too late", async () => {
  const user = await createNewUser();
  const [early, late] = [await startSignIn(user.email), await startSignIn(user.email)];
  const [first = "", second = ""] = await mailedCodes(user.email);
  env.clock.advance(599_000);
  expect(await step(early, first)).toEqual([200, null]);
  env.clock.advance(1_000);
  expect(await step(late, second)).toEqual([400, "one_time_password_expired"]);
  expect(await resend(late)).toEqual(noAttempt);
});

test("the fifth wrong code ends the login attempt", async () => {
  const user = await createNewUser();
  const client = await startSignIn(user.email);
  const code = await newestCode(user.email);
  for (let tried = 1; tried <= 5; tried += 1)
    expect(await step(cloneClient(env, client), wrong(code))).toEqual(invalid);
  expect(await step(client, code)).toEqual(noAttempt);
});

test("a missing code is invalid and does not count as an attempt", async () => {
  const client = await startSignIn((await createNewUser()).email);
  for (let tried = 1; tried <= 6; tried += 1) expect(await step(client, " ")).toEqual(invalid);
});

test("C31: an email code login attempt does not accept other factors, and consumes nothing", async () => {
  const user = await createNewUser();
  const client = await startSignIn(user.email);
  const code = await newestCode(user.email);
  const response = await client.call(api.auth.loginTwoFactor, { body: { token: code } });
  expect([response.status, response.code]).toEqual([403, "no_tfa_secret_set_for_user"]);
  expect(await step(client, code)).toEqual([200, null]);
});

test("of ten concurrent uses of one code one succeeds", async () => {
  const user = await createNewUser();
  const client = await startSignIn(user.email);
  const code = await newestCode(user.email);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => step(cloneClient(env, client), code)),
  );
  expect(responses.filter(([status]) => status === 200)).toHaveLength(1);
});

test("an attacker who knows the password cannot flood the mailbox", async () => {
  const user = await createNewUser();
  const client = await startSignIn(user.email);
  for (let attempt = 1; attempt <= 5; attempt += 1) expect((await resend(client))[0]).toBe(204);
  expect(await resend(client)).toEqual([429, "too_many_requests"]);
  for (let attempt = 2; attempt <= 10; attempt += 1) await startSignIn(user.email);
  const rejected = await login(user.email);
  expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(await mailedCodes(user.email)).toHaveLength(15);
  env.clock.advance(3_601_000);
  await startSignIn(user.email);
});

test("code and device are stored in a form that cannot be used", async () => {
  const user = await createNewUser();
  const client = await startSignIn(user.email);
  const code = await newestCode(user.email);
  const stored = await env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ text: string }>(
      sql`SELECT string_agg(e::text, '') AS text FROM email_otp e JOIN session s ON s.id = e.session_id WHERE s.user_id = ${user.id}`,
    ),
  );
  expect(stored.text).not.toContain(code);
  await step(client, code);
  const devices = await env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ text: string }>(
      sql`SELECT string_agg(d::text, '') AS text FROM known_device d WHERE user_id = ${user.id}`,
    ),
  );
  expect(devices.text).not.toContain(client.cookies.get("did"));
});

test("cleanup deletes expired attempts, codes, nonces and devices", async () => {
  const user = await createNewUser();
  await startSignIn(user.email);
  const counts = () =>
    env.db.withSystemRole("a test reads", (tx) =>
      tx.one(sql`SELECT (SELECT count(*) FROM session WHERE user_id = ${user.id} AND auth_type = 'login-attempt') AS attempts,
        (SELECT count(*) FROM email_otp e JOIN session s ON s.id = e.session_id WHERE s.user_id = ${user.id}) AS codes,
        (SELECT count(*) FROM used_nonce WHERE expires_at <= ${env.clock.now()}) AS nonces`),
    );
  const sweep = async () => {
    await env.db.withSystemRole("a test", (tx) =>
      tx.execute(
        sql`SELECT enqueue_job('platform.sweep', '{}', NULL, NULL, NULL, ${env.clock.now()})`,
      ),
    );
    await env.runDueJobs();
  };
  env.clock.advance(23 * 3_600_000);
  await sweep();
  expect(await counts()).toEqual({ attempts: 1, codes: 1, nonces: 0 });
  env.clock.advance(2 * 3_600_000);
  await sweep();
  expect(await counts()).toEqual({ attempts: 0, codes: 0, nonces: 0 });
});

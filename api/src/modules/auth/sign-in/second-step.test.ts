import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { fromUniqueIp, validPassword } from "../../../testing/accounts.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser } from "../../../testing/users.ts";
import {
  totpCode,
  cloneClient,
  type TwoFactorUser,
  createTwoFactorUser,
  wrongTotpCode,
} from "../../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

const dead = "authentication_failed_no_session_found_ch";
const stepMs = 30_000;

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());
// Throttles are reset before every test, and every test starts with a new time step.
beforeEach(() => env.clock.advance(7_200_000));

let userCount = 0;
const newGuarded = () => createTwoFactorUser(env, `guarded-${(userCount += 1)}@example.org`);

async function startSignIn(email: string, client = env.createClient()): Promise<TestClient> {
  const response = await client.call(
    api.auth.login,
    { body: { email, password: validPassword } },
    fromUniqueIp(),
  );
  expect(response.status).toBe(200);
  expect(response.data.userSession.authType).toBe("login-attempt");
  return client;
}
async function startTenSignIns(email: string): Promise<TestClient[]> {
  const clients = [];
  for (let at = 0; at < 10; at += 1) clients.push(await startSignIn(email));
  return clients;
}
const step = async (client: TestClient, token?: string) => {
  const response = await client.call(api.auth.loginTwoFactor, {
    body: token === undefined ? {} : { token },
  });
  return [response.status, response.code];
};
const invalid = [403, "invalid_otp_code_provided"];
const noAttempt = [401, "no_intermediate_session"];
const self = (client: TestClient) => client.call(api.auth.self, {});
const mailsTo = (email: string) => env.mail.messages().filter((mail) => mail.to.includes(email));

test("after the password, a user with two-factor only learns that a second step is required", async () => {
  const user = await newGuarded();
  const client = await startSignIn(user.email);
  const { data } = await self(client);
  expect(data.userSession).toMatchObject({ authType: "login-attempt", secondStep: "2fa" });
  expect(data.user).toMatchObject({ email: "", firstName: "", twoFactorEnabled: true });
  expect([data.userWorkspaceRoles, data.userStaffRole]).toEqual([[], null]);
  expect((await client.call(api.workspaces.list, {})).code).toBe(dead);
  expect((await client.call(api.auth.refresh, {})).status).toBe(401);
});

test("T08, C07: a valid code starts a session with a new id, cookie and CSRF token, and ends the attempt", async () => {
  const user = await newGuarded();
  const client = await startSignIn(user.email);
  const attempt = cloneClient(env, client);
  const before = (await self(client)).data.userSession;
  const response = await client.call(api.auth.loginTwoFactor, {
    body: { token: totpCode(env, user.secret) },
  });
  expect(response.status).toBe(200);
  expect(response.data.user.email).toBe(user.email);
  expect(response.data.userSession).toMatchObject({ authType: "password", secondStep: null });
  expect(response.data.userSession.id).not.toBe(before.id);
  expect(response.data.userSession.csrf).not.toBe(before.csrf);
  expect(client.cookies.get("sid")).not.toBe(attempt.cookies.get("sid"));
  expect((await self(attempt)).code).toBe(dead);
  expect(await step(attempt, totpCode(env, user.secret))).toEqual(noAttempt);
  expect((await client.call(api.workspaces.list, {})).status).toBe(200);
  const stored = await env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ reauthenticated_at: Date }>(
      sql`SELECT reauthenticated_at FROM session WHERE id = ${response.data.userSession.id}`,
    ),
  );
  expect(stored.reauthenticated_at).toEqual(env.clock.now());
});

test("C01: a code starts one session, whether it is repeated later or ten times concurrently", async () => {
  const user = await newGuarded();
  const code = totpCode(env, user.secret);
  expect(await step(await startSignIn(user.email), code)).toEqual([200, null]);
  expect(await step(await startSignIn(user.email), code)).toEqual(invalid);
  const other = await newGuarded();
  const attempts = await startTenSignIns(other.email);
  const responses = await Promise.all(
    attempts.map((client) => step(client, totpCode(env, other.secret))),
  );
  expect(responses.filter(([status]) => status === 200)).toHaveLength(1);
  expect(responses.filter(([status]) => status !== 200)).toEqual(
    Array.from({ length: 9 }, () => invalid),
  );
});

// RFC 6238 recommends one step of tolerance; it is granted in both directions, because phone clocks run fast as well as slow.
test("C02: accepts a code one time step early, on time or one step late, and no other", async () => {
  for (const [advanceMs, expected] of [
    [0, [200, null]],
    [stepMs, [200, null]],
    [2 * stepMs - 1, [200, null]],
    [2 * stepMs, invalid],
    [-1, [200, null]],
    [-stepMs, [200, null]],
    [-stepMs - 1, invalid],
  ] as const) {
    const user = await newGuarded();
    const code = totpCode(env, user.secret);
    env.clock.advance(advanceMs);
    expect([advanceMs, ...(await step(await startSignIn(user.email), code))]).toEqual([
      advanceMs,
      ...expected,
    ]);
    env.clock.advance(-advanceMs);
  }
});

test("C02: accepts each of the three time steps once, in any order", async () => {
  const user = await newGuarded();
  for (const stepsAgo of [-1, 0, 1]) {
    const code = totpCode(env, user.secret, stepsAgo);
    expect([stepsAgo, ...(await step(await startSignIn(user.email), code))]).toEqual([
      stepsAgo,
      200,
      null,
    ]);
    expect([stepsAgo, ...(await step(await startSignIn(user.email), code))]).toEqual([
      stepsAgo,
      ...invalid,
    ]);
  }
});

test("T15: accepts only six digits of the user's own secret", async () => {
  const [user, other] = [await newGuarded(), await newGuarded()];
  const code = totpCode(env, user.secret);
  const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
  for (const token of [
    totpCode(env, other.secret),
    code.slice(0, 5),
    `${code}0`,
    wide,
    `-${code}`,
    `${code.slice(0, 5)}.`,
  ])
    expect([token, ...(await step(await startSignIn(user.email), token))]).toEqual([
      token,
      ...invalid,
    ]);
  const client = await startSignIn(user.email);
  for (const token of [[code], { 0: code }, Number(code), null])
    expect((await client.send("POST", "/auth/login/2fa", { token })).status).toBe(422);
  expect(await step(client, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toEqual([200, null]);
});

test("a request without a code or without a login attempt has its own problem code", async () => {
  const user = await newGuarded();
  const client = await startSignIn(user.email);
  for (const token of [undefined, "", "  "])
    expect(await step(client, token)).toEqual([403, "no_tfa_code_param_provided"]);
  expect(await step(env.createClient(), "123456")).toEqual(noAttempt);
  expect(await step(user.client, "123456")).toEqual(noAttempt);
});

test("C31: an emailed code cannot replace the second factor, nor the other way round", async () => {
  const user = await newGuarded();
  const client = await startSignIn(user.email);
  for (const endpoint of [api.auth.loginToken, api.auth.resendLoginToken]) {
    const response = await client.call(endpoint, { body: { token: "123456" } });
    expect([response.status, response.code]).toEqual(noAttempt);
  }
  expect(await step(client, totpCode(env, user.secret))).toEqual([200, null]);
});

test("a login attempt ends with the fifth wrong code, however many are concurrent", async () => {
  const user = await newGuarded();
  const client = await startSignIn(user.email);
  const wrong = wrongTotpCode(env, user.secret);
  for (let attempt = 1; attempt <= 5; attempt += 1)
    expect(await step(cloneClient(env, client), wrong)).toEqual(invalid);
  expect(await step(client, totpCode(env, user.secret))).toEqual(noAttempt);

  const other = await newGuarded();
  const flooded = await startSignIn(other.email);
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => step(cloneClient(env, flooded), "000000")),
  );
  const looked = responses.filter(([, code]) => code === "invalid_otp_code_provided").length;
  expect(looked).toBeGreaterThan(0);
  // Requests that were counted but found the attempt ended get that problem.
  expect(looked).toBeLessThanOrEqual(5);
  expect(responses.filter(([, code]) => code === "no_intermediate_session")).toHaveLength(
    100 - looked,
  );
});

test("the fifth code may be valid", async () => {
  const user = await newGuarded();
  const client = await startSignIn(user.email);
  for (let attempt = 1; attempt <= 4; attempt += 1)
    await step(client, wrongTotpCode(env, user.secret));
  expect(await step(client, totpCode(env, user.secret))).toEqual([200, null]);
});

async function guess(user: TwoFactorUser, count: number) {
  const responses = [];
  for (let tried = 0; tried < count; tried += 1) {
    const client = await startSignIn(user.email);
    responses.push(await step(client, wrongTotpCode(env, user.secret)));
  }
  return responses;
}

test("C05: ten wrong codes within an hour block the second step for 15 minutes and notify the account owner", async () => {
  const user = await newGuarded();
  expect(await guess(user, 10)).toEqual(Array.from({ length: 10 }, () => invalid));
  const client = await startSignIn(user.email);
  const rejected = await client.call(api.auth.loginTwoFactor, {
    body: { token: totpCode(env, user.secret) },
  });
  expect([rejected.status, rejected.code, rejected.headers.get("retry-after")]).toEqual([
    429,
    "too_many_requests",
    "900",
  ]);
  await env.runDueJobs();
  const notifications = mailsTo(user.email).filter(
    (mail) => mail.subject === "Someone may know your password",
  );
  expect(notifications).toHaveLength(1);
  expect(notifications[0]?.links.map((link) => new URL(link).pathname.split("/")[2])).toEqual(
    expect.arrayContaining(["reset", "freeze"]),
  );
  env.clock.advance(899_000);
  const late = await client.call(api.auth.loginTwoFactor, { body: { token: "000000" } });
  expect(late.status).toBe(401);
  const secondAttempt = await startSignIn(user.email);
  expect((await step(secondAttempt, totpCode(env, user.secret)))[0]).toBe(429);
  env.clock.advance(1_000);
  // Requests rejected by the block did not count.
  expect(await step(secondAttempt, totpCode(env, user.secret))).toEqual([200, null]);
});

test("a valid code in between does not reset the count", async () => {
  const user = await newGuarded();
  await guess(user, 9);
  expect(await step(await startSignIn(user.email), totpCode(env, user.secret))).toEqual([
    200,
    null,
  ]);
  env.clock.advance(stepMs);
  await guess(user, 1);
  expect((await step(await startSignIn(user.email), totpCode(env, user.secret)))[0]).toBe(429);
});

test("T10: a login attempt lasts ten minutes to the second", async () => {
  const user = await newGuarded();
  const [early, late] = [await startSignIn(user.email), await startSignIn(user.email)];
  env.clock.advance(599_000);
  expect(await step(early, totpCode(env, user.secret))).toEqual([200, null]);
  env.clock.advance(1_000);
  expect((await self(late)).code).toBe(dead);
  expect(await step(late, totpCode(env, user.secret))).toEqual(noAttempt);
});

test("T16: of ten concurrent uses of one recovery code one succeeds, and the user is notified", async () => {
  const user = await newGuarded();
  const [code = "", second = ""] = user.recoveryCodes;
  expect(user.recoveryCodes).toHaveLength(10);
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
  const attempts = await startTenSignIns(user.email);
  const responses = await Promise.all(attempts.map((client) => step(client, code)));
  expect(responses.filter(([status]) => status === 200)).toHaveLength(1);
  expect(responses.filter(([, rejected]) => rejected === "invalid_otp_code_provided")).toHaveLength(
    9,
  );
  await env.runDueJobs();
  expect(
    mailsTo(user.email).filter((mail) => mail.subject.toLowerCase().includes("recovery")),
  ).toHaveLength(1);
  env.clock.advance(3_600_000);
  const client = await startSignIn(user.email);
  expect(await step(client, second.toLowerCase().replaceAll("-", " "))).toEqual([200, null]);
});

test("rejects a recovery code of another user", async () => {
  const [user, other] = [await newGuarded(), await newGuarded()];
  const client = await startSignIn(user.email);
  expect(await step(client, other.recoveryCodes[0])).toEqual(invalid);
});

test("two concurrent valid codes start one session", async () => {
  const user = await newGuarded();
  const client = await startSignIn(user.email);
  const responses = await Promise.all([
    step(cloneClient(env, client), totpCode(env, user.secret)),
    step(cloneClient(env, client), user.recoveryCodes[0]),
  ]);
  expect(responses.filter(([status]) => status === 200)).toHaveLength(1);
  expect(responses).toContainEqual(noAttempt);
});

test("reports an account locked in between, and ends the attempt when the password changes", async () => {
  const change = (user: TwoFactorUser, assignment: ReturnType<typeof sql>) =>
    env.db.withSystemRole("a test", (tx) =>
      tx.execute(sql`UPDATE user_account SET ${assignment} WHERE id = ${user.id}`),
    );
  const frozen = await newGuarded();
  const client = await startSignIn(frozen.email);
  await change(frozen, sql`status = 'frozen'`);
  expect(await step(client, totpCode(env, frozen.secret))).toEqual([401, "account_decativated"]);
  const changed = await newGuarded();
  const other = await startSignIn(changed.email);
  await change(changed, sql`credential_version = credential_version + 1`);
  expect(await step(other, totpCode(env, changed.secret))).toEqual(noAttempt);
});

test("during maintenance a valid code signs in only staff", async () => {
  const [user, colleague] = [await newGuarded(), await newGuarded()];
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_at) VALUES (${colleague.id}, ${colleague.id}, 'Support', ${env.clock.now()})`,
    ),
  );
  const [outside, inside] = [await startSignIn(user.email), await startSignIn(colleague.email)];
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`INSERT INTO maintenance (started_at, started_by) VALUES (${env.clock.now()}, ${user.id})`,
    ),
  );
  await env.maintenance.refresh();
  expect(await step(outside, wrongTotpCode(env, user.secret))).toEqual(invalid);
  expect(await step(outside, totpCode(env, user.secret))).toEqual([423, "maintenance"]);
  expect(await step(inside, totpCode(env, colleague.secret))).toEqual([200, null]);
  await env.db.withSystemRole("a test", (tx) => tx.execute(sql`DELETE FROM maintenance`));
  await env.maintenance.refresh();
  expect(await step(outside, totpCode(env, user.secret))).toEqual([200, null]);
});

test("a second step is audited with its user, valid or not, and without the code", async () => {
  const user = await newGuarded();
  const client = await startSignIn(user.email);
  const wrong = wrongTotpCode(env, user.secret);
  await step(client, wrong);
  await step(client, totpCode(env, user.secret));
  const rows = await env.db.withSystemRole("a test reads", (tx) =>
    tx.many<{ result: string; text: string }>(
      sql`SELECT result, audit_event::text AS text FROM audit_event WHERE action = 'auth.loginTwoFactor' AND target_id = ${user.id} ORDER BY id`,
    ),
  );
  expect(rows.map((row) => row.result).sort()).toEqual(["denied", "ok"]);
  expect(rows.some((row) => row.text.includes(wrong))).toBe(false);
});

test("C58: a second step that cannot be audited starts no session", async () => {
  const user = await newGuarded();
  const client = await startSignIn(user.email);
  const sessions = () =>
    env.db.withSystemRole("a test reads", (tx) =>
      tx.many(sql`SELECT id, revoked_at FROM session WHERE user_id = ${user.id} ORDER BY id`),
    );
  const before = await sessions();
  await env.db.owner.query(
    "ALTER TABLE audit_event ADD CONSTRAINT refused CHECK (action <> 'auth.loginTwoFactor') NOT VALID",
  );
  const response = await client.call(api.auth.loginTwoFactor, {
    body: { token: totpCode(env, user.secret) },
  });
  await env.db.owner.query("ALTER TABLE audit_event DROP CONSTRAINT refused");
  expect(response.status).toBe(500);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await sessions()).toEqual(before);
  expect(await step(client, totpCode(env, user.secret))).toEqual([200, null]);
});

test("secrets and codes are stored in a form that cannot be used", async () => {
  const user = await newGuarded();
  const { text } = await env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ text: string }>(sql`SELECT
      (SELECT encode(totp_secret, 'escape') || encode(totp_secret, 'hex') FROM user_account WHERE id = ${user.id})
      || (SELECT string_agg(encode(code_hash, 'escape'), '') FROM recovery_code WHERE user_id = ${user.id}) AS text`),
  );
  expect(text).not.toContain(user.secret);
  for (const code of user.recoveryCodes) {
    expect(text).not.toContain(code);
    expect(text).not.toContain(code.replaceAll("-", ""));
  }
});

test("an OAuth sign-in requires the second factor as well, and its session records the provider", async () => {
  const user = await newGuarded();
  const client = await startSignIn(user.email);
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE session SET first_factor = 'google' WHERE user_id = ${user.id} AND auth_type = 'login-attempt'`,
    ),
  );
  await step(client, totpCode(env, user.secret));
  expect((await self(client)).data.userSession.authType).toBe("oauth");
});

test("a user without two-factor needs no code", async () => {
  const passwordHash = await env.passwords.hash(validPassword);
  const { email } = await createUser(env, "plain@example.org", { passwordHash });
  const response = await env
    .createClient()
    .call(api.auth.login, { body: { email, password: validPassword } }, fromUniqueIp());
  expect(response.data.userSession).toMatchObject({ authType: "password", secondStep: null });
});

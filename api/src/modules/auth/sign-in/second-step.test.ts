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

let world: TestEnvironment;
beforeAll(async () => {
  world = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => world.stop());
// Nobody is still blocked by the test before, and every test begins with a step.
beforeEach(() => world.clock.advance(7_200_000));

let made = 0;
const newGuarded = () => createTwoFactorUser(world, `guarded-${(made += 1)}@example.org`);

async function begin(email: string, client = world.createClient()): Promise<TestClient> {
  const response = await client.call(
    api.auth.login,
    { body: { email, password: validPassword } },
    fromUniqueIp(),
  );
  expect(response.status).toBe(200);
  expect(response.data.userSession.authType).toBe("login-attempt");
  return client;
}
async function beginTen(email: string): Promise<TestClient[]> {
  const clients = [];
  for (let at = 0; at < 10; at += 1) clients.push(await begin(email));
  return clients;
}
const step = async (client: TestClient, token?: string) => {
  const response = await client.call(api.auth.loginTwoFactor, {
    body: token === undefined ? {} : { token },
  });
  return [response.status, response.code];
};
const invalid = [403, "invalid_otp_code_provided"];
const gone = [401, "no_intermediate_session"];
const self = (client: TestClient) => client.call(api.auth.self, {});
const mailsTo = (email: string) => world.mail.messages().filter((mail) => mail.to.includes(email));

test("after the password somebody with a second factor is told that it is asked for, and nothing else", async () => {
  const user = await newGuarded();
  const client = await begin(user.email);
  const { data } = await self(client);
  expect(data.userSession).toMatchObject({ authType: "login-attempt", secondStep: "2fa" });
  expect(data.user).toMatchObject({ email: "", firstName: "", twoFactorEnabled: true });
  expect([data.userWorkspaceRoles, data.userStaffRole]).toEqual([[], null]);
  expect((await client.call(api.workspaces.list, {})).code).toBe(dead);
  expect((await client.call(api.auth.refresh, {})).status).toBe(401);
});

test("T08, C07: with the right code a session begins with another id, cookie and CSRF token, and what was before is dead", async () => {
  const user = await newGuarded();
  const client = await begin(user.email);
  const attempt = cloneClient(world, client);
  const before = (await self(client)).data.userSession;
  const response = await client.call(api.auth.loginTwoFactor, {
    body: { token: totpCode(world, user.secret) },
  });
  expect(response.status).toBe(200);
  expect(response.data.user.email).toBe(user.email);
  expect(response.data.userSession).toMatchObject({ authType: "password", secondStep: null });
  expect(response.data.userSession.id).not.toBe(before.id);
  expect(response.data.userSession.csrf).not.toBe(before.csrf);
  expect(client.cookies.get("sid")).not.toBe(attempt.cookies.get("sid"));
  expect((await self(attempt)).code).toBe(dead);
  expect(await step(attempt, totpCode(world, user.secret))).toEqual(gone);
  expect((await client.call(api.workspaces.list, {})).status).toBe(200);
  const stored = await world.db.withSystemRole("a test looks", (tx) =>
    tx.one<{ reauth_at: Date }>(
      sql`SELECT reauth_at FROM session WHERE id = ${response.data.userSession.id}`,
    ),
  );
  expect(stored.reauth_at).toEqual(world.clock.now());
});

test("C01: a code opens one session, whether it comes again later or ten times at once", async () => {
  const user = await newGuarded();
  const code = totpCode(world, user.secret);
  expect(await step(await begin(user.email), code)).toEqual([200, null]);
  expect(await step(await begin(user.email), code)).toEqual(invalid);
  const other = await newGuarded();
  const attempts = await beginTen(other.email);
  const responses = await Promise.all(
    attempts.map((client) => step(client, totpCode(world, other.secret))),
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
    const code = totpCode(world, user.secret);
    world.clock.advance(advanceMs);
    expect([advanceMs, ...(await step(await begin(user.email), code))]).toEqual([
      advanceMs,
      ...expected,
    ]);
    world.clock.advance(-advanceMs);
  }
});

test("C02: accepts each of the three time steps once, in any order", async () => {
  const user = await newGuarded();
  for (const stepsAgo of [-1, 0, 1]) {
    const code = totpCode(world, user.secret, stepsAgo);
    expect([stepsAgo, ...(await step(await begin(user.email), code))]).toEqual([
      stepsAgo,
      200,
      null,
    ]);
    expect([stepsAgo, ...(await step(await begin(user.email), code))]).toEqual([
      stepsAgo,
      ...invalid,
    ]);
  }
});

test("T15: nothing but six digits of one's own is a code", async () => {
  const [user, other] = [await newGuarded(), await newGuarded()];
  const code = totpCode(world, user.secret);
  const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
  for (const token of [
    totpCode(world, other.secret),
    code.slice(0, 5),
    `${code}0`,
    wide,
    `-${code}`,
    `${code.slice(0, 5)}.`,
  ])
    expect([token, ...(await step(await begin(user.email), token))]).toEqual([token, ...invalid]);
  const client = await begin(user.email);
  for (const token of [[code], { 0: code }, Number(code), null])
    expect((await client.send("POST", "/auth/login/2fa", { token })).status).toBe(422);
  expect(await step(client, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toEqual([200, null]);
});

test("a step without a code, or without an attempt, has a code of its own", async () => {
  const user = await newGuarded();
  const client = await begin(user.email);
  for (const token of [undefined, "", "  "])
    expect(await step(client, token)).toEqual([403, "no_tfa_code_param_provided"]);
  expect(await step(world.createClient(), "123456")).toEqual(gone);
  expect(await step(user.client, "123456")).toEqual(gone);
});

test("C31: a code from a mail is no way past the second factor, nor the other way round", async () => {
  const user = await newGuarded();
  const client = await begin(user.email);
  for (const call of [api.auth.loginToken, api.auth.resendLoginToken]) {
    const response = await client.call(call, { body: { token: "123456" } });
    expect([response.status, response.code]).toEqual(gone);
  }
  expect(await step(client, totpCode(world, user.secret))).toEqual([200, null]);
});

test("an attempt ends with the fifth wrong code, however many come at once", async () => {
  const user = await newGuarded();
  const client = await begin(user.email);
  const wrong = wrongTotpCode(world, user.secret);
  for (let attempt = 1; attempt <= 5; attempt += 1)
    expect(await step(cloneClient(world, client), wrong)).toEqual(invalid);
  expect(await step(client, totpCode(world, user.secret))).toEqual(gone);

  const other = await newGuarded();
  const flooded = await begin(other.email);
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => step(cloneClient(world, flooded), "000000")),
  );
  const looked = responses.filter(([, code]) => code === "invalid_otp_code_provided").length;
  expect(looked).toBeGreaterThan(0);
  // Those that were counted in time and found the attempt ended hear that it is.
  expect(looked).toBeLessThanOrEqual(5);
  expect(responses.filter(([, code]) => code === "no_intermediate_session")).toHaveLength(
    100 - looked,
  );
});

test("the fifth code may be the right one", async () => {
  const user = await newGuarded();
  const client = await begin(user.email);
  for (let attempt = 1; attempt <= 4; attempt += 1)
    await step(client, wrongTotpCode(world, user.secret));
  expect(await step(client, totpCode(world, user.secret))).toEqual([200, null]);
});

async function guess(user: TwoFactorUser, count: number) {
  const responses = [];
  for (let tried = 0; tried < count; tried += 1) {
    const client = await begin(user.email);
    responses.push(await step(client, wrongTotpCode(world, user.secret)));
  }
  return responses;
}

test("C05: after ten wrong codes in an hour the second step waits a quarter of an hour, and the owner is told that the password is known", async () => {
  const user = await newGuarded();
  expect(await guess(user, 10)).toEqual(Array.from({ length: 10 }, () => invalid));
  const client = await begin(user.email);
  const rejected = await client.call(api.auth.loginTwoFactor, {
    body: { token: totpCode(world, user.secret) },
  });
  expect([rejected.status, rejected.code, rejected.headers.get("retry-after")]).toEqual([
    429,
    "too_many_requests",
    "900",
  ]);
  await world.runDueJobs();
  const told = mailsTo(user.email).filter((mail) => mail.subject === "Someone may know your password");
  expect(told).toHaveLength(1);
  expect(told[0]?.links.map((link) => new URL(link).pathname.split("/")[2])).toEqual(
    expect.arrayContaining(["reset", "freeze"]),
  );
  world.clock.advance(899_000);
  const late = await client.call(api.auth.loginTwoFactor, { body: { token: "000000" } });
  expect(late.status).toBe(401);
  const again = await begin(user.email);
  expect((await step(again, totpCode(world, user.secret)))[0]).toBe(429);
  world.clock.advance(1_000);
  // What was refused unseen was no try.
  expect(await step(again, totpCode(world, user.secret))).toEqual([200, null]);
});

test("a right code in between does not give the guesses back", async () => {
  const user = await newGuarded();
  await guess(user, 9);
  expect(await step(await begin(user.email), totpCode(world, user.secret))).toEqual([200, null]);
  world.clock.advance(stepMs);
  await guess(user, 1);
  expect((await step(await begin(user.email), totpCode(world, user.secret)))[0]).toBe(429);
});

test("T10: an attempt lasts ten minutes to the second", async () => {
  const user = await newGuarded();
  const [early, late] = [await begin(user.email), await begin(user.email)];
  world.clock.advance(599_000);
  expect(await step(early, totpCode(world, user.secret))).toEqual([200, null]);
  world.clock.advance(1_000);
  expect((await self(late)).code).toBe(dead);
  expect(await step(late, totpCode(world, user.secret))).toEqual(gone);
});

test("T16: of one recovery code that comes ten times at once one is taken, and the owner is told", async () => {
  const user = await newGuarded();
  const [code = "", second = ""] = user.recoveryCodes;
  expect(user.recoveryCodes).toHaveLength(10);
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
  const attempts = await beginTen(user.email);
  const responses = await Promise.all(attempts.map((client) => step(client, code)));
  expect(responses.filter(([status]) => status === 200)).toHaveLength(1);
  expect(responses.filter(([, rejected]) => rejected === "invalid_otp_code_provided")).toHaveLength(
    9,
  );
  await world.runDueJobs();
  expect(
    mailsTo(user.email).filter((mail) => mail.subject.toLowerCase().includes("recovery")),
  ).toHaveLength(1);
  world.clock.advance(3_600_000);
  const client = await begin(user.email);
  expect(await step(client, second.toLowerCase().replaceAll("-", " "))).toEqual([200, null]);
});

test("a recovery code of somebody else opens nothing", async () => {
  const [user, other] = [await newGuarded(), await newGuarded()];
  const client = await begin(user.email);
  expect(await step(client, other.recoveryCodes[0])).toEqual(invalid);
});

test("two right answers at once begin one session", async () => {
  const user = await newGuarded();
  const client = await begin(user.email);
  const responses = await Promise.all([
    step(cloneClient(world, client), totpCode(world, user.secret)),
    step(cloneClient(world, client), user.recoveryCodes[0]),
  ]);
  expect(responses.filter(([status]) => status === 200)).toHaveLength(1);
  expect(responses).toContainEqual(gone);
});

test("whose account is locked in between hears so, and the attempt is over when the password changes", async () => {
  const change = (user: TwoFactorUser, what: ReturnType<typeof sql>) =>
    world.db.withSystemRole("a test", (tx) =>
      tx.execute(sql`UPDATE user_account SET ${what} WHERE id = ${user.id}`),
    );
  const frozen = await newGuarded();
  const client = await begin(frozen.email);
  await change(frozen, sql`status = 'frozen'`);
  expect(await step(client, totpCode(world, frozen.secret))).toEqual([401, "account_decativated"]);
  const changed = await newGuarded();
  const other = await begin(changed.email);
  await change(changed, sql`auth_epoch = auth_epoch + 1`);
  expect(await step(other, totpCode(world, changed.secret))).toEqual(gone);
});

test("while the console is closed a right code lets staff in, and nobody else", async () => {
  const [user, colleague] = [await newGuarded(), await newGuarded()];
  await world.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_at) VALUES (${colleague.id}, ${colleague.id}, 'Support', ${world.clock.now()})`,
    ),
  );
  const [outside, inside] = [await begin(user.email), await begin(colleague.email)];
  await world.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`INSERT INTO maintenance (started_at, started_by) VALUES (${world.clock.now()}, ${user.id})`,
    ),
  );
  await world.maintenance.refresh();
  expect(await step(outside, wrongTotpCode(world, user.secret))).toEqual(invalid);
  expect(await step(outside, totpCode(world, user.secret))).toEqual([423, "maintenance"]);
  expect(await step(inside, totpCode(world, colleague.secret))).toEqual([200, null]);
  await world.db.withSystemRole("a test", (tx) => tx.execute(sql`DELETE FROM maintenance`));
  await world.maintenance.refresh();
  expect(await step(outside, totpCode(world, user.secret))).toEqual([200, null]);
});

test("a second step is on record with who it was, right or wrong, and without the code", async () => {
  const user = await newGuarded();
  const client = await begin(user.email);
  const wrong = wrongTotpCode(world, user.secret);
  await step(client, wrong);
  await step(client, totpCode(world, user.secret));
  const rows = await world.db.withSystemRole("a test looks", (tx) =>
    tx.many<{ result: string; text: string }>(
      sql`SELECT result, audit_event::text AS text FROM audit_event WHERE action = 'auth.loginTwoFactor' AND target_id = ${user.id} ORDER BY id`,
    ),
  );
  expect(rows.map((row) => row.result).sort()).toEqual(["denied", "ok"]);
  expect(rows.some((row) => row.text.includes(wrong))).toBe(false);
});

test("C58: a step that could not be put on record begins nothing", async () => {
  const user = await newGuarded();
  const client = await begin(user.email);
  const sessions = () =>
    world.db.withSystemRole("a test looks", (tx) =>
      tx.many(sql`SELECT id, revoked_at FROM session WHERE user_id = ${user.id} ORDER BY id`),
    );
  const before = await sessions();
  await world.db.owner.query(
    "ALTER TABLE audit_event ADD CONSTRAINT refused CHECK (action <> 'auth.loginTwoFactor') NOT VALID",
  );
  const response = await client.call(api.auth.loginTwoFactor, {
    body: { token: totpCode(world, user.secret) },
  });
  await world.db.owner.query("ALTER TABLE audit_event DROP CONSTRAINT refused");
  expect(response.status).toBe(500);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await sessions()).toEqual(before);
  expect(await step(client, totpCode(world, user.secret))).toEqual([200, null]);
});

test("secrets and codes are in the database in a form that opens nothing", async () => {
  const user = await newGuarded();
  const { text } = await world.db.withSystemRole("a test looks", (tx) =>
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

test("whoever came from another provider is asked for the second factor too, and their session says where they came from", async () => {
  const user = await newGuarded();
  const client = await begin(user.email);
  await world.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE session SET first_factor = 'google' WHERE user_id = ${user.id} AND auth_type = 'login-attempt'`,
    ),
  );
  await step(client, totpCode(world, user.secret));
  expect((await self(client)).data.userSession.authType).toBe("oauth");
});

test("of somebody without a second factor no code is asked for", async () => {
  const passwordHash = await world.passwords.hash(validPassword);
  const { email } = await createUser(world, "plain@example.org", { passwordHash });
  const response = await world
    .createClient()
    .call(api.auth.login, { body: { email, password: validPassword } }, fromUniqueIp());
  expect(response.data.userSession).toMatchObject({ authType: "password", secondStep: null });
});

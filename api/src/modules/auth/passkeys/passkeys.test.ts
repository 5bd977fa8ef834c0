/** Passkeys with a software authenticator: created on the security page, used alone and as the second step. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { fromUniqueIp, validPassword } from "../../../testing/accounts.ts";
import { Authenticator } from "../../../testing/webauthn-authenticator.ts";
import { runDuringRowLock } from "../../../testing/race.ts";
import type { TestClient } from "../../../testing/client.ts";
import { createUser, type TestUser, signIn } from "../../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
let user: TestUser;
let device: Authenticator;
let count = 0;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"], emailStep: "always" });
});
afterAll(() => env.stop());
beforeEach(async () => {
  count += 1;
  const passwordHash = await env.passwords.hash(validPassword);
  user = await createUser(env, `keeper-${count}@passkeys.test`, { passwordHash });
  device = new Authenticator(env.publicUrl);
});

async function addKey(client: TestClient, key: Authenticator, name = "Laptop") {
  const options = (await client.call(api.account.addPasskeyOptions, {})).data;
  return client.call(api.account.addPasskey, { body: { name, response: key.register(options) } });
}

async function challengeAlone(browser: TestClient) {
  return (await browser.call(api.auth.passkeyOptions, {}, fromUniqueIp())).data;
}

const enterWith = (browser: TestClient, response: ReturnType<Authenticator["sign"]>) =>
  browser.call(api.auth.passkey, { body: { response } }, fromUniqueIp());

/** A browser after the password, waiting for the second step. */
async function halfWay(email: string): Promise<TestClient> {
  const browser = env.createClient();
  const { data } = await browser.call(
    api.auth.login,
    { body: { email, password: validPassword } },
    fromUniqueIp(),
  );
  expect(data.userSession.authType).toBe("login-attempt");
  return browser;
}

test("a passkey is stored, announced by email, and signs in without a second step", async () => {
  const stored = await addKey(user.client, device);
  expect(stored.status).toBe(201);
  await env.runDueJobs();
  const mail = env.mail.messages().findLast((one) => one.to.includes(user.email));
  expect(mail?.subject).toMatch(/passkey/i);

  const browser = env.createClient();
  const response = await enterWith(browser, device.sign(await challengeAlone(browser)));
  expect(response.data.user.id).toBe(user.id);
  expect(response.data.userSession.authType).toBe("password");
  expect((await browser.call(api.auth.self, {})).data.user.hasPasskeys).toBe(true);
});

test("replaces a TOTP code as the second step", async () => {
  await addKey(user.client, device);
  const browser = await halfWay(user.email);
  const before = browser.cookies.get("sid");
  const options = (await browser.call(api.auth.loginPasskeyOptions, {})).data;
  const done = await browser.call(api.auth.loginPasskey, {
    body: { response: device.sign(options) },
  });
  expect(done.data.userSession.authType).toBe("password");
  expect(browser.cookies.get("sid")).not.toBe(before);
});

test("a passkey deleted during a sign-in does not sign in, and the two requests do not block each other", async () => {
  await addKey(user.client, device);
  const browser = env.createClient();
  const response = device.sign(await challengeAlone(browser));
  const assertion = await runDuringRowLock(
    env,
    sql`SELECT FROM user_account WHERE id = ${user.id}`,
    () => enterWith(browser, response),
    (tx) => tx.execute(sql`DELETE FROM passkey WHERE user_id = ${user.id}`),
  );
  expect([assertion.status, assertion.code]).toEqual([401, "invalid_credentials"]);
});

test("another user's passkey is rejected as a second step, and the fifth attempt ends it", async () => {
  await addKey(user.client, device);
  const other = await createUser(env, `other-${count}@passkeys.test`);
  const otherDevice = new Authenticator(env.publicUrl);
  await addKey(other.client, otherDevice);
  const browser = await halfWay(user.email);
  const codes: (string | null)[] = [];
  for (let tried = 0; tried < 6; tried += 1) {
    const options = await browser.call(api.auth.loginPasskeyOptions, {});
    if (options.status !== 200) {
      codes.push(options.code);
      continue;
    }
    const response = otherDevice.sign(options.data);
    codes.push((await browser.call(api.auth.loginPasskey, { body: { response } })).code);
  }
  expect(codes).toEqual([
    ...Array.from({ length: 5 }, () => "invalid_otp_code_provided"),
    "no_intermediate_session",
  ]);
});

test("a response works once, for a limited time, and only for its purpose", async () => {
  await addKey(user.client, device);
  const browser = env.createClient();
  const assertion = device.sign(await challengeAlone(browser));
  expect((await enterWith(browser, assertion)).status).toBe(200);
  expect((await enterWith(env.createClient(), assertion)).code).toBe("invalid_credentials");

  const late = device.sign(await challengeAlone(env.createClient()));
  env.clock.advance(5 * 60_000);
  expect((await enterWith(env.createClient(), late)).code).toBe("invalid_credentials");

  const half = await halfWay(user.email);
  const forStep = (await half.call(api.auth.loginPasskeyOptions, {})).data;
  expect((await enterWith(env.createClient(), device.sign(forStep))).code).toBe(
    "invalid_credentials",
  );
  const alone = device.sign(await challengeAlone(env.createClient()));
  const crossed = await half.call(api.auth.loginPasskey, { body: { response: alone } });
  expect(crossed.code).toBe("invalid_otp_code_provided");
});

test("of many responses to one challenge one signs in", async () => {
  await addKey(user.client, device);
  const challenge = await challengeAlone(env.createClient());
  const responses = Array.from({ length: 8 }, () => device.sign(challenge));
  const statuses = await Promise.all(
    responses.map(async (assertion) => (await enterWith(env.createClient(), assertion)).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test("rejects a response of another origin and one without user verification", async () => {
  await addKey(user.client, device);
  const browser = env.createClient();
  const foreignAssertion = device.sign(await challengeAlone(browser), {
    origin: "http://evil.test",
  });
  expect((await enterWith(browser, foreignAssertion)).code).toBe("invalid_credentials");

  device.verifies = false;
  const careless = device.sign(await challengeAlone(browser));
  expect((await enterWith(browser, careless)).code).toBe("invalid_credentials");
  device.verifies = true;
});

test("N35: a passkey whose counter decreases is rejected as a copy, and the user is notified once", async () => {
  await addKey(user.client, device);
  const browser = env.createClient();
  device.counter = 9;
  expect((await enterWith(browser, device.sign(await challengeAlone(browser)))).status).toBe(200);
  for (const [counter, counts] of [
    [2, true],
    [9, true],
    [0, false],
  ] as const) {
    Object.assign(device, { counter, counts });
    const rejected = await enterWith(
      env.createClient(),
      device.sign(await challengeAlone(browser)),
    );
    expect([counter, rejected.status, rejected.code]).toEqual([counter, 403, "passkey_copied"]);
  }
  const half = await halfWay(user.email);
  const options = (await half.call(api.auth.loginPasskeyOptions, {})).data;
  const asStep = await half.call(api.auth.loginPasskey, {
    body: { response: device.sign(options) },
  });
  expect([asStep.status, asStep.code]).toEqual([403, "passkey_copied"]);
  await env.runDueJobs();
  const emails = env.mail.messages().filter(({ to }) => to.includes(user.email));
  const subjects = emails.map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === "A passkey seems to be a copy")).toHaveLength(1);
  const auditEvents = await env.db.withSystemRole("a test reads", (tx) =>
    tx.many<object>(sql`SELECT action, result, changes->1 AS counter FROM audit_event
      WHERE target_id = ${user.id} AND result = 'denied' `),
  );
  // Two events of the same moment have no defined order.
  expect(auditEvents).toHaveLength(4);
  expect(auditEvents).toEqual(
    expect.arrayContaining([
      { action: "auth.passkey", result: "denied", counter: { field: "counter", from: 10, to: 3 } },
      { action: "auth.passkey", result: "denied", counter: { field: "counter", from: 10, to: 10 } },
      { action: "auth.passkey", result: "denied", counter: { field: "counter", from: 10, to: 0 } },
      {
        action: "auth.loginPasskey",
        result: "denied",
        counter: { field: "counter", from: 10, to: 0 },
      },
    ]),
  );
});

test("N35: a passkey that never counts keeps working, even on two devices", async () => {
  device.counts = false;
  await addKey(user.client, device);
  for (const _device of ["phone", "laptop"]) {
    const browser = env.createClient();
    const response = await enterWith(browser, device.sign(await challengeAlone(browser)));
    expect(response.status).toBe(200);
  }
});

test("N35: a decreasing counter without a valid signature has no effect", async () => {
  await addKey(user.client, device);
  const browser = env.createClient();
  device.counter = 9;
  expect((await enterWith(browser, device.sign(await challengeAlone(browser)))).status).toBe(200);
  device.counter = 1;
  const assertion = device.sign(await challengeAlone(browser));
  const forged = { ...assertion, response: { ...assertion.response, signature: "AAAA" } };
  expect((await enterWith(browser, forged)).code).toBe("invalid_credentials");
});

test("accepts a registration response only once and only from the session that requested it", async () => {
  const options = (await user.client.call(api.account.addPasskeyOptions, {})).data;
  const other = await createUser(env, `thief-${count}@passkeys.test`);
  const stolen = await other.client.call(api.account.addPasskey, {
    body: { name: "Mine now", response: device.register(options) },
  });
  expect([stolen.status, stolen.fields]).toEqual([422, { response: "passkey" }]);
  const body = { name: "Mine", response: device.register(options) };
  expect((await user.client.call(api.account.addPasskey, { body })).status).toBe(201);
  expect((await user.client.call(api.account.addPasskey, { body })).status).toBe(422);
  const junk = { name: "Junk", response: { id: "junk" } };
  expect((await user.client.call(api.account.addPasskey, { body: junk })).status).toBe(422);
});

test("creating and deleting a passkey requires recent reauthentication", async () => {
  const id = (await addKey(user.client, device)).data.id;
  env.clock.advance(16 * 60_000);
  for (const rejected of [
    await user.client.call(api.account.addPasskeyOptions, {}),
    await user.client.call(api.account.removePasskey, { path: { passkey: id } }),
  ])
    expect([rejected.status, rejected.code]).toEqual([403, "confirmation_required"]);
  const fresh = await signIn(env, user.id);
  const other = await createUser(env, `outsider-${count}@passkeys.test`);
  const path = { passkey: id };
  expect((await other.client.call(api.account.removePasskey, { path })).code).toBe("not_found");
  expect((await fresh.call(api.account.removePasskey, { path })).status).toBe(204);
  expect((await fresh.call(api.account.removePasskey, { path })).code).toBe("not_found");
  const assertion = device.sign(await challengeAlone(env.createClient()));
  expect((await enterWith(env.createClient(), assertion)).code).toBe("invalid_credentials");
});

test("accounts that may not sign in cannot sign in with a passkey", async () => {
  await addKey(user.client, device);
  await env.db.withSystemRole("an account is deactivated for a test", (tx) =>
    tx.execute(sql`UPDATE user_account SET status = 'deactivated' WHERE id = ${user.id}`),
  );
  const assertion = device.sign(await challengeAlone(env.createClient()));
  expect((await enterWith(env.createClient(), assertion)).code).toBe("account_decativated");
});

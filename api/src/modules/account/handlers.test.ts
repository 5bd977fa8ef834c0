import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { AttributeUpdate } from "#contracts/account.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { fromUniqueIp, validPassword } from "../../testing/accounts.ts";
import type { TestClient } from "../../testing/client.ts";
import { createUser, type TestUser, signIn } from "../../testing/users.ts";
import { cloneClient } from "../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());

const newPassword = "eleven slow kettles at noon";
const createUserWithPassword = async (email: string) =>
  createUser(env, email, { passwordHash: await env.passwords.hash(validPassword) });
const update = (client: TestClient, body: AttributeUpdate) =>
  client.call(api.account.update, { body });
const isAlive = async (client: TestClient) => (await client.call(api.auth.self, {})).status === 200;
const readSelf = async (client: TestClient) => (await client.call(api.auth.self, {})).data;
const login = (email: string, password: string) =>
  env.createClient().call(api.auth.login, { body: { email, password } }, fromUniqueIp());
const mailsTo = async (email: string) => {
  await env.runDueJobs();
  return env.mail.messages().filter((mail) => mail.to.includes(email));
};
const newestLink = async (email: string, page: string) => {
  const links = (await mailsTo(email)).flatMap((mail) => mail.links);
  const link = links.findLast((one) => one.includes(page)) ?? "none";
  return link.slice(link.lastIndexOf("/") + 1);
};
/** Makes the reauthentication of a browser's session expire. */
const forgetProof = (user: TestUser) =>
  env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE session SET reauthenticated_at = ${new Date(env.clock.now().getTime() - 901_000)} WHERE user_id = ${user.id}`,
    ),
  );

test("shows the account with pending changes", async () => {
  const user = await createUserWithPassword("view@example.org");
  const { data } = await user.client.call(api.account.view, {});
  expect(data).toEqual({
    dob: null,
    createdAt: env.clock.now().toISOString(),
    pendingEmail: null,
    passwordChangedAt: null,
    twoFactorEnabledAt: null,
    recoveryCodesLeft: 0,
    identities: [],
    passkeys: [],
    dataCopy: null,
  });
  await update(user.client, { attribute: "email", email: "seen@example.net" });
  const after = (await user.client.call(api.account.view, {})).data;
  expect(after.pendingEmail).toEqual({
    email: "seen@example.net",
    expiresAt: new Date(env.clock.now().getTime() + 3_600_000).toISOString(),
  });
  await update(user.client, { attribute: "cancelEmail" });
  expect((await user.client.call(api.account.view, {})).data.pendingEmail).toBeNull();
  const token = await newestLink("seen@example.net", "/auth/verify/");
  expect((await env.createClient().call(api.auth.verifyEmail, { path: { token } })).code).toBe(
    "token_action_expired",
  );
});

test("changes name, language and time zone, and audits it", async () => {
  const { client, id } = await createUser(env, "plain@example.org");
  await update(client, { attribute: "name", firstName: " Ada  B. ", lastName: "Field" });
  await update(client, { attribute: "locale", locale: "de" });
  await update(client, { attribute: "timezone", timezone: "Europe/Lisbon" });
  expect((await readSelf(client)).user).toMatchObject({
    firstName: "Ada B.",
    lastName: "Field",
    locale: "de",
    timezone: "Europe/Lisbon",
  });
  const auditEvents = await env.db.withSystemRole("a test", (tx) =>
    tx.many<object>(
      sql`SELECT changes FROM audit_event WHERE action = 'account.update' AND target_id = ${id} ORDER BY at, id`,
    ),
  );
  expect(auditEvents).toHaveLength(3);
});

test("a date of birth requires an age of 18", async () => {
  const { client } = await createUser(env, "young@example.org");
  const rejected = await update(client, { attribute: "dob", dob: "2008-05-16" });
  expect([rejected.status, rejected.fields]).toEqual([422, { dob: "under_age" }]);
  expect((await update(client, { attribute: "dob", dob: "2008-05-15" })).status).toBe(200);
  expect((await client.call(api.account.view, {})).data.dob).toBe("2008-05-15");
  await update(client, { attribute: "dob", dob: null });
  expect((await client.call(api.account.view, {})).data.dob).toBeNull();
});

describe("attributes that cannot be changed", () => {
  const rejected: [string, unknown, number, string | undefined][] = [
    ["nothing at all", {}, 400, "missing_attribute"],
    ["an address that is missing", { attribute: "email" }, 400, "missing_email_field"],
    ["a password that is missing", { attribute: "password" }, 400, "missing_password_field"],
    ["an empty password", { attribute: "password", password: "" }, 400, "missing_password_field"],
    ["another attribute", { attribute: "status", status: "active" }, 422, undefined],
    ["the id", { attribute: "name", firstName: "A", lastName: "B", id: "1" }, 422, undefined],
    ["staff", { attribute: "locale", locale: "de", staffRole: "Admin" }, 422, undefined],
    ["two at once", { attribute: ["name", "locale"] }, 422, undefined],
    ["none, said aloud, with more", { attribute: "none", email: "a@b.test" }, 422, undefined],
    ["a list", [], 400, "missing_attribute"],
    ["null", null, 400, "missing_attribute"],
    ["a blank name", { attribute: "name", firstName: " ", lastName: "B" }, 422, undefined],
    ["a line in a name", { attribute: "name", firstName: "A\r\nB", lastName: "B" }, 422, undefined],
    ["an address of several", { attribute: "email", email: ["a@b.test"] }, 422, undefined],
    ["a password that is none", { attribute: "password", password: {} }, 422, undefined],
    ["a zone that is none", { attribute: "timezone", timezone: "Mars/One" }, 422, undefined],
    ["a day that is none", { attribute: "dob", dob: "2000-02-30" }, 422, undefined],
    ["a picture that is none", { attribute: "avatar", image: 7 }, 422, undefined],
    ["an id that is none", { attribute: "unlinkIdentity", identityId: "x" }, 422, undefined],
    [
      "terms not accepted",
      { attribute: "terms", isOver18: false, isTosAccepted: true },
      422,
      undefined,
    ],
    ["a prototype", '{"attribute":"locale","locale":"de","__proto__":{"a":1}}', 400, "bad_request"],
  ];
  let client: TestClient;
  beforeAll(async () => {
    ({ client } = await createUser(env, "junk@example.org"));
  });
  test.each(rejected)("%s", async (_, body, status, code) => {
    const before = await readSelf(client);
    const response = await client.send("PUT", "/api/v1/settings/user-single-information", body);
    expect(response.status).toBe(status);
    const problemCode = z.object({ code: z.string().optional() }).parse(await response.json()).code;
    if (code !== undefined) expect(problemCode).toBe(code);
    expect((await readSelf(client)).user).toEqual(before.user);
  });
});

test("any value of an attribute is accepted or rejected by its rules, without internal errors", async () => {
  const user = await createUser(env, "fuzz@example.org");
  const attributes = AttributeUpdate.options.map((option) => option.shape.attribute.value);
  const fields = ["firstName", "email", "password", "otpToken", "dob", "image", "identityId"];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...attributes),
      fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
      async (attribute, value) => {
        const path = "/api/v1/settings/user-single-information";
        const response = await user.client.send("PUT", path, { ...value, attribute });
        expect(response.status).toBeLessThan(500);
        expect(await response.text()).not.toMatch(/password_hash|totp_secret/);
      },
    ),
    { numRuns: 150 },
  );
  expect((await readSelf(user.client)).user).toMatchObject({ id: user.id, email: user.email });
});

describe("reauthentication", () => {
  test("accepts the password, lasts 15 minutes and is audited", async () => {
    const user = await createUserWithPassword("prove@example.org");
    await forgetProof(user);
    const change = () => update(user.client, { attribute: "email", email: "proven@example.net" });
    expect([(await change()).status, (await change()).code]).toEqual([
      403,
      "confirmation_required",
    ]);
    const confirm = (currentPassword?: string) =>
      user.client.call(api.account.confirm, {
        body: currentPassword === undefined ? {} : { currentPassword },
      });
    for (const wrong of [undefined, "", "not the password", "x".repeat(600)]) {
      const rejected = await confirm(wrong);
      expect([rejected.status, rejected.code]).toEqual([401, "invalid_credentials"]);
    }
    expect((await change()).code).toBe("confirmation_required");
    expect((await confirm(validPassword)).status).toBe(204);
    expect((await change()).status).toBe(200);
    env.clock.advance(900_000);
    await env.db.withSystemRole("a test", (tx) =>
      tx.execute(
        sql`UPDATE session SET reauthenticated_at = ${new Date(env.clock.now().getTime() - 901_000)} WHERE user_id = ${user.id}`,
      ),
    );
    expect((await change()).code).toBe("confirmation_required");
    const results = await env.db.withSystemRole("a test", (tx) =>
      tx.many<{ result: string }>(
        sql`SELECT result FROM audit_event WHERE action = 'account.confirm' AND target_id = ${user.id} ORDER BY at, id`,
      ),
    );
    expect(results.map(({ result }) => result).toSorted()).toEqual([
      "denied",
      "denied",
      "denied",
      "denied",
      "ok",
    ]);
  });

  test("allows five attempts, even concurrent ones", async () => {
    const user = await createUserWithPassword("guess@example.org");
    const responses = await Promise.all(
      Array.from({ length: 12 }, () =>
        user.client.call(api.account.confirm, { body: { currentPassword: "not it at all" } }),
      ),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ code }) => code === "too_many_requests")).toHaveLength(7);
    const right = await user.client.call(api.account.confirm, {
      body: { currentPassword: validPassword },
    });
    expect(right.code).toBe("too_many_requests");
  });

  test("is not possible for users without a password", async () => {
    const user = await createUser(env, "provider@example.org");
    const rejected = await user.client.call(api.account.confirm, {
      body: { currentPassword: validPassword },
    });
    expect(rejected.code).toBe("invalid_credentials");
  });
});

describe("changing the password", () => {
  test("C059: ends every other session and gives the current one a new id", async () => {
    const user = await createUserWithPassword("change@example.org");
    const others = [await signIn(env, user.id), await signIn(env, user.id)];
    const stolen = cloneClient(env, user.client);
    const before = await readSelf(user.client);
    const response = await update(user.client, { attribute: "password", password: newPassword });
    expect(response.data).toEqual({ recoveryCodes: null, endedSessions: 2 });
    const after = await readSelf(user.client);
    expect(after.userSession.id).not.toBe(before.userSession.id);
    expect(after.userSession.csrf).not.toBe(before.userSession.csrf);
    for (const client of [...others, stolen]) expect(await isAlive(client)).toBe(false);
    expect((await login("change@example.org", validPassword)).code).toBe("invalid_credentials");
    expect((await login("change@example.org", newPassword)).status).toBe(200);
    // The notification of the sign-in is sent at the same time.
    const notification = (await mailsTo("change@example.org")).find(
      ({ subject }) => subject === "Your password was changed",
    );
    expect(notification?.links.some((link) => link.includes("/auth/freeze/"))).toBe(true);
  });

  test("rejects a bad or unchanged password, and requires reauthentication", async () => {
    const user = await createUserWithPassword("same@example.org");
    for (const password of [validPassword, "short", "password1234", "same@example.org"]) {
      const rejected = await update(user.client, { attribute: "password", password });
      expect([rejected.status, rejected.code]).toEqual([400, "registration_invalid_password"]);
    }
    await forgetProof(user);
    const rejected = await update(user.client, { attribute: "password", password: newPassword });
    expect(rejected.code).toBe("confirmation_required");
    expect(await isAlive(user.client)).toBe(true);
  });

  test("sets the first password of a user who signed up with an OAuth provider", async () => {
    const user = await createUser(env, "first@example.org");
    expect((await readSelf(user.client)).user.hasPassword).toBe(false);
    await update(user.client, { attribute: "password", password: newPassword });
    expect((await login("first@example.org", newPassword)).status).toBe(200);
  });

  test("requires a longer password for staff", async () => {
    const user = await createUser(env, "staff@boreal.test", { staffRole: "Support" });
    const rejected = await update(user.client, {
      attribute: "password",
      password: "kettle-noon-4x",
    });
    expect(rejected.code).toBe("registration_invalid_password");
  });
});

describe("changing the email address", () => {
  test("C40: takes effect with the newest link, once, and ends the other sessions", async () => {
    const user = await createUserWithPassword("from@example.org");
    const other = await signIn(env, user.id);
    await update(user.client, { attribute: "email", email: "a@example.net" });
    const first = await newestLink("a@example.net", "/auth/verify/");
    await update(user.client, { attribute: "email", email: "b@example.net" });
    const second = await newestLink("b@example.net", "/auth/verify/");
    const verify = (token: string, client = env.createClient()) =>
      client.call(api.auth.verifyEmail, { path: { token } });
    expect((await verify(first)).code).toBe("token_action_expired");
    expect((await readSelf(user.client)).user.email).toBe("from@example.org");
    expect((await verify(second, user.client)).data).toEqual({
      email: "b@example.net",
      isChange: true,
    });
    expect((await verify(second)).code).toBe("token_action_executed");
    expect((await readSelf(user.client)).user.email).toBe("b@example.net");
    expect(await isAlive(other)).toBe(false);
    expect((await login("b@example.net", validPassword)).status).toBe(200);
    expect((await login("from@example.org", validPassword)).code).toBe("invalid_credentials");
    const subjects = (await mailsTo("from@example.org")).map((mail) => mail.subject);
    expect(subjects).toContain("Your email address was changed");
  });

  test("rejects a taken email address when requested and when confirmed; an earlier reset link is revoked", async () => {
    const user = await createUserWithPassword("mover@example.org");
    await createUser(env, "taken@example.net");
    const requestEmailChange = (email: string) =>
      update(user.client, { attribute: "email", email });
    for (const email of ["taken@example.net", "TAKEN@EXAMPLE.NET", "mover@example.org"]) {
      const rejected = await requestEmailChange(email);
      expect([rejected.status, rejected.code]).toEqual([400, "email_already_in_use"]);
    }
    await requestEmailChange("raced@example.net");
    const raced = await newestLink("raced@example.net", "/auth/verify/");
    await createUser(env, "raced@example.net");
    const rejected = await user.client.call(api.auth.verifyEmail, { path: { token: raced } });
    expect([rejected.status, rejected.code]).toEqual([400, "email_already_in_use"]);

    await env
      .createClient()
      .call(api.auth.requestReset, { body: { email: "mover@example.org" } }, fromUniqueIp());
    const reset = await newestLink("mover@example.org", "/auth/reset/");
    await requestEmailChange("moved@example.net");
    const token = await newestLink("moved@example.net", "/auth/verify/");
    const moved = await user.client.call(api.auth.verifyEmail, { path: { token } });
    expect(moved.status).toBe(200);
    expect(
      (
        await env
          .createClient()
          .call(api.auth.reset, { path: { token: reset }, body: { password: newPassword } })
      ).code,
    ).toBe("token_action_expired");
  });

  test("may be requested five times an hour", async () => {
    const user = await createUserWithPassword("bomber@example.org");
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push(
        (await update(user.client, { attribute: "email", email: `n${n}@example.net` })).status,
      );
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

test("the terms must be accepted before any other action", async () => {
  const user = await createUser(env, "terms@example.org");
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE user_account SET tos_accepted_at = NULL, tos_version = NULL, is_over_18 = false WHERE id = ${user.id}`,
    ),
  );
  const rejected = await update(user.client, { attribute: "locale", locale: "de" });
  expect([rejected.status, rejected.code]).toEqual([403, "terms_not_accepted"]);
  await update(user.client, { attribute: "terms", isOver18: true, isTosAccepted: true });
  expect((await readSelf(user.client)).user.mustAcceptTerms).toBe(false);
  expect((await update(user.client, { attribute: "locale", locale: "de" })).status).toBe(200);
});

test("an identity can be unlinked unless it is the last way to sign in", async () => {
  const user = await createUser(env, "linked@example.org");
  const now = env.clock.now();
  const [google, github] = [uuidv7(now), uuidv7(now)];
  await env.db.withSystemRole("a test", async (tx) => {
    for (const [id, provider] of [
      [google, "google"],
      [github, "github"],
    ])
      await tx.execute(sql`INSERT INTO user_identity (id, user_id, provider, subject, email_when_linked, linked_at)
        VALUES (${id}, ${user.id}, ${provider}, 'a', 'a@example.org', ${now})`);
  });
  const drop = (identityId: string, client = user.client) =>
    update(client, { attribute: "unlinkIdentity", identityId });
  const outsider = await createUser(env, "outsider@example.org");
  expect((await drop(google, outsider.client)).code).toBe("not_found");
  expect((await drop(google)).status).toBe(200);
  expect((await drop(google)).code).toBe("not_found");
  const last = await drop(github);
  expect([last.status, last.code]).toEqual([409, "action_not_possible"]);
  const { identities } = (await user.client.call(api.account.view, {})).data;
  expect(identities.map(({ provider }) => provider)).toEqual(["github"]);
});

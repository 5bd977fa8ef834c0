import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { AttributeUpdate } from "#contracts/account.ts";
import { sql } from "../../core/db/db.ts";
import { fromUniqueIp, validPassword } from "../../testing/accounts.ts";
import type { TestClient } from "../../testing/client.ts";
import { createUser, signIn } from "../../testing/users.ts";
import {
  totpCode,
  cloneClient,
  createTwoFactorUser,
  wrongTotpCode,
} from "../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());

const stepMs = 30_000;
const update = (client: TestClient, body: AttributeUpdate) =>
  client.call(api.account.update, { body });
const turn = (client: TestClient, enabled: boolean, otpToken?: string) =>
  update(client, {
    attribute: "twoFactor",
    enabled,
    ...(otpToken === undefined ? {} : { otpToken }),
  });
const readSelf = async (client: TestClient) => (await client.call(api.auth.self, {})).data;
const isAlive = async (client: TestClient) => (await client.call(api.auth.self, {})).status === 200;
const secretFor = async (client: TestClient) =>
  (await client.call(api.account.newSecret, {})).data.secret;
const subjectsTo = async (email: string) => {
  await env.runDueJobs();
  return env.mail
    .messages()
    .filter((mail) => mail.to.includes(email))
    .map((mail) => mail.subject);
};
const createUserWithPassword = async (email: string) =>
  createUser(env, email, { passwordHash: await env.passwords.hash(validPassword) });

describe("enabling two-factor authentication", () => {
  test("C10: ends every other session, renews the session id, returns ten recovery codes and sends an email", async () => {
    const user = await createUserWithPassword("on@example.org");
    const other = await signIn(env, user.id);
    const stolen = cloneClient(env, user.client);
    const before = (await readSelf(user.client)).userSession.id;
    const secret = await secretFor(user.client);
    const { data } = await turn(user.client, true, totpCode(env, secret));
    expect(data.endedSessions).toBe(1);
    expect(data.recoveryCodes).toHaveLength(10);
    const after = await readSelf(user.client);
    expect(after.userSession.id).not.toBe(before);
    expect(after.user.twoFactorEnabled).toBe(true);
    expect([await isAlive(other), await isAlive(stolen)]).toEqual([false, false]);
    expect(await subjectsTo("on@example.org")).toContain("Two-factor authentication turned on");

    const attempt = env.createClient();
    const { data: offered } = await attempt.call(
      api.auth.login,
      { body: { email: "on@example.org", password: validPassword } },
      fromUniqueIp(),
    );
    expect(offered.userSession.secondStep).toBe("2fa");
    env.clock.advance(stepMs);
    const entered = await attempt.call(api.auth.loginTwoFactor, {
      body: { token: totpCode(env, secret) },
    });
    expect(entered.data.userSession.authType).toBe("password");
  });

  test("accepts only the secret of this session, which stays the same when requested again", async () => {
    const user = await createUserWithPassword("bound@example.org");
    const other = await signIn(env, user.id);
    const secret = await secretFor(user.client);
    expect(await secretFor(user.client)).toBe(secret);
    const otherSecret = await secretFor(other);
    expect(otherSecret).not.toBe(secret);
    for (const code of [
      totpCode(env, otherSecret),
      wrongTotpCode(env, secret),
      totpCode(env, secret, 2),
      totpCode(env, secret, -2),
      totpCode(env, secret).slice(1),
      undefined,
    ]) {
      const rejected = await turn(user.client, true, code);
      expect([rejected.status, rejected.code]).toEqual([400, "invalid_otp_token"]);
    }
    expect((await readSelf(user.client)).user.twoFactorEnabled).toBe(false);
    expect((await turn(user.client, true, totpCode(env, secret))).status).toBe(200);
    const repeated = await turn(user.client, true, totpCode(env, secret));
    expect([repeated.status, repeated.code]).toEqual([409, "action_not_possible"]);
  });

  test("of two concurrent requests one succeeds", async () => {
    const user = await createUserWithPassword("twice@example.org");
    const code = totpCode(env, await secretFor(user.client));
    const twin = cloneClient(env, user.client);
    const responses = await Promise.all([turn(user.client, true, code), turn(twin, true, code)]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("enabled two-factor authentication", () => {
  test("is disabled with a code, which ends the other sessions", async () => {
    const user = await createTwoFactorUser(env, "off@example.org");
    const other = await signIn(env, user.id);
    const wrong = await turn(user.client, false, wrongTotpCode(env, user.secret));
    expect([wrong.status, wrong.code]).toEqual([400, "invalid_otp_token"]);
    const { data } = await turn(user.client, false, totpCode(env, user.secret));
    expect(data).toEqual({ recoveryCodes: null, endedSessions: 1 });
    expect(await isAlive(other)).toBe(false);
    expect((await readSelf(user.client)).user.twoFactorEnabled).toBe(false);
    expect(await subjectsTo("off@example.org")).toContain("Two-factor authentication turned off");
    expect((await turn(user.client, false, "123456")).code).toBe("action_not_possible");
  });

  test("is disabled with a recovery code", async () => {
    const user = await createTwoFactorUser(env, "lost@example.org");
    expect((await turn(user.client, false, user.recoveryCodes[3])).status).toBe(200);
  });

  test("creates new recovery codes with a TOTP code but not with a recovery code", async () => {
    const user = await createTwoFactorUser(env, "codes@example.org");
    const renew = (otpToken = "") => update(user.client, { attribute: "recoveryCodes", otpToken });
    expect((await renew(user.recoveryCodes[0])).code).toBe("invalid_otp_token");
    const { data } = await renew(totpCode(env, user.secret));
    expect(data.recoveryCodes).toHaveLength(10);
    expect(data.recoveryCodes).not.toContain(user.recoveryCodes[0]);
    expect((await renew(totpCode(env, user.secret))).code).toBe("invalid_otp_token");
    expect((await turn(user.client, false, user.recoveryCodes[1])).code).toBe("invalid_otp_token");
    expect((await user.client.call(api.account.view, {})).data.recoveryCodesLeft).toBe(10);
    expect(await subjectsTo("codes@example.org")).toContain("New recovery codes generated");
  });

  test("allows ten wrong codes an hour, counted together with sign-in", async () => {
    const user = await createTwoFactorUser(env, "guess@example.org");
    const wrong = wrongTotpCode(env, user.secret);
    const codes: (string | null)[] = [];
    for (let n = 0; n < 11; n += 1) codes.push((await turn(user.client, false, wrong)).code);
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => "invalid_otp_token"),
      "too_many_requests",
    ]);
  });

  test("is required for reauthentication", async () => {
    const user = await createTwoFactorUser(env, "prove@example.org");
    await env.db.withSystemRole("a test", (tx) =>
      tx.execute(sql`UPDATE session SET reauthenticated_at = NULL WHERE user_id = ${user.id}`),
    );
    const confirm = (otpToken?: string) =>
      user.client.call(api.account.confirm, {
        body: { currentPassword: validPassword, ...(otpToken === undefined ? {} : { otpToken }) },
      });
    for (const code of [undefined, "", wrongTotpCode(env, user.secret)]) {
      const rejected = await confirm(code);
      expect([rejected.status, rejected.code]).toEqual([400, "invalid_otp_token"]);
    }
    const renew = () =>
      update(user.client, { attribute: "recoveryCodes", otpToken: totpCode(env, user.secret) });
    expect((await renew()).code).toBe("confirmation_required");
    expect((await confirm(totpCode(env, user.secret))).status).toBe(204);
    env.clock.advance(stepMs);
    expect((await renew()).status).toBe(200);
  });
});

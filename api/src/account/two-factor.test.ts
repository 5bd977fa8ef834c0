import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { AttributeChange } from "#contracts/account.ts";
import { sql } from "../core/db.ts";
import { fromElsewhere, goodPassword } from "../testing/accounts.ts";
import type { Client } from "../testing/client.ts";
import { makePerson, signIn } from "../testing/people.ts";
import { codeOf, copyOf, makeGuarded, wrongCodeOf } from "../testing/two-factor.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => world.stop());

const stepMs = 30_000;
const update = (client: Client, body: AttributeChange) => client.call(api.account.update, { body });
const turn = (client: Client, enabled: boolean, otpToken?: string) =>
  update(client, {
    attribute: "twoFactor",
    enabled,
    ...(otpToken === undefined ? {} : { otpToken }),
  });
const asked = async (client: Client) => (await client.call(api.auth.self, {})).data;
const isAlive = async (client: Client) => (await client.call(api.auth.self, {})).status === 200;
const secretFor = async (client: Client) =>
  (await client.call(api.account.newSecret, {})).data.secret;
const subjectsTo = async (email: string) => {
  await world.drain();
  return world.mail
    .messages()
    .filter((mail) => mail.to.includes(email))
    .map((mail) => mail.subject);
};
const makeWithPassword = async (email: string) =>
  makePerson(world, email, { passwordHash: await world.passwords.hash(goodPassword) });

describe("turning the second factor on", () => {
  test("C10: ends every other session; this one has a new id, ten recovery codes, and a letter", async () => {
    const person = await makeWithPassword("on@example.org");
    const other = await signIn(world, person.id);
    const stolen = copyOf(world, person.client);
    const before = (await asked(person.client)).userSession.id;
    const secret = await secretFor(person.client);
    const { data } = await turn(person.client, true, codeOf(world, secret));
    expect(data.endedSessions).toBe(1);
    expect(data.recoveryCodes).toHaveLength(10);
    const after = await asked(person.client);
    expect(after.userSession.id).not.toBe(before);
    expect(after.user.twoFactorEnabled).toBe(true);
    expect([await isAlive(other), await isAlive(stolen)]).toEqual([false, false]);
    expect(await subjectsTo("on@example.org")).toContain("Two-factor authentication turned on");

    const attempt = world.client();
    const { data: begun } = await attempt.call(
      api.auth.login,
      { body: { email: "on@example.org", password: goodPassword } },
      fromElsewhere(),
    );
    expect(begun.userSession.secondStep).toBe("2fa");
    world.clock.advance(stepMs);
    const entered = await attempt.call(api.auth.loginTwoFactor, {
      body: { token: codeOf(world, secret) },
    });
    expect(entered.data.userSession.authType).toBe("password");
  });

  test("takes the secret of this session alone, which is the same as often as it is asked for", async () => {
    const person = await makeWithPassword("bound@example.org");
    const other = await signIn(world, person.id);
    const secret = await secretFor(person.client);
    expect(await secretFor(person.client)).toBe(secret);
    const elsewhere = await secretFor(other);
    expect(elsewhere).not.toBe(secret);
    for (const code of [
      codeOf(world, elsewhere),
      wrongCodeOf(world, secret),
      codeOf(world, secret, 2),
      codeOf(world, secret, -2),
      codeOf(world, secret).slice(1),
      undefined,
    ]) {
      const refused = await turn(person.client, true, code);
      expect([refused.status, refused.code]).toEqual([400, "invalid_otp_token"]);
    }
    expect((await asked(person.client)).user.twoFactorEnabled).toBe(false);
    expect((await turn(person.client, true, codeOf(world, secret))).status).toBe(200);
    const again = await turn(person.client, true, codeOf(world, secret));
    expect([again.status, again.code]).toEqual([409, "action_not_possible"]);
  });

  test("pressed twice at once, happens once", async () => {
    const person = await makeWithPassword("twice@example.org");
    const code = codeOf(world, await secretFor(person.client));
    const twin = copyOf(world, person.client);
    const answers = await Promise.all([turn(person.client, true, code), turn(twin, true, code)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("a second factor that is on", () => {
  test("is turned off with a code, which ends the other sessions", async () => {
    const person = await makeGuarded(world, "off@example.org");
    const other = await signIn(world, person.id);
    const wrong = await turn(person.client, false, wrongCodeOf(world, person.secret));
    expect([wrong.status, wrong.code]).toEqual([400, "invalid_otp_token"]);
    const { data } = await turn(person.client, false, codeOf(world, person.secret));
    expect(data).toEqual({ recoveryCodes: null, endedSessions: 1 });
    expect(await isAlive(other)).toBe(false);
    expect((await asked(person.client)).user.twoFactorEnabled).toBe(false);
    expect(await subjectsTo("off@example.org")).toContain("Two-factor authentication turned off");
    expect((await turn(person.client, false, "123456")).code).toBe("action_not_possible");
  });

  test("is turned off with a recovery code too", async () => {
    const person = await makeGuarded(world, "lost@example.org");
    expect((await turn(person.client, false, person.recoveryCodes[3])).status).toBe(200);
  });

  test("makes new recovery codes by a code of the app, not by a recovery code", async () => {
    const person = await makeGuarded(world, "codes@example.org");
    const renew = (otpToken = "") =>
      update(person.client, { attribute: "recoveryCodes", otpToken });
    expect((await renew(person.recoveryCodes[0])).code).toBe("invalid_otp_token");
    const { data } = await renew(codeOf(world, person.secret));
    expect(data.recoveryCodes).toHaveLength(10);
    expect(data.recoveryCodes).not.toContain(person.recoveryCodes[0]);
    expect((await renew(codeOf(world, person.secret))).code).toBe("invalid_otp_token");
    expect((await turn(person.client, false, person.recoveryCodes[1])).code).toBe(
      "invalid_otp_token",
    );
    expect((await person.client.call(api.account.view, {})).data.recoveryCodesLeft).toBe(10);
    expect(await subjectsTo("codes@example.org")).toContain("New recovery codes generated");
  });

  test("is guessed at ten times an hour, here and at the sign-in together", async () => {
    const person = await makeGuarded(world, "guess@example.org");
    const wrong = wrongCodeOf(world, person.secret);
    const codes: (string | null)[] = [];
    for (let n = 0; n < 11; n += 1) codes.push((await turn(person.client, false, wrong)).code);
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => "invalid_otp_token"),
      "too_many_requests",
    ]);
  });

  test("is asked for where somebody proves again who they are", async () => {
    const person = await makeGuarded(world, "prove@example.org");
    await world.db.asSystem("a test", (tx) =>
      tx.run(sql`UPDATE session SET reauth_at = NULL WHERE user_id = ${person.id}`),
    );
    const confirm = (otpToken?: string) =>
      person.client.call(api.account.confirm, {
        body: { currentPassword: goodPassword, ...(otpToken === undefined ? {} : { otpToken }) },
      });
    for (const code of [undefined, "", wrongCodeOf(world, person.secret)]) {
      const refused = await confirm(code);
      expect([refused.status, refused.code]).toEqual([400, "invalid_otp_token"]);
    }
    const renew = () =>
      update(person.client, { attribute: "recoveryCodes", otpToken: codeOf(world, person.secret) });
    expect((await renew()).code).toBe("confirmation_required");
    expect((await confirm(codeOf(world, person.secret))).status).toBe(204);
    world.clock.advance(stepMs);
    expect((await renew()).status).toBe(200);
  });
});

/** A user revokes every session of the account; requests of an attacker that are in progress have no effect. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { revokeAllSessions } from "../auth/sessions/sessions.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { validPassword } from "../../testing/accounts.ts";
import { Authenticator } from "../../testing/webauthn-authenticator.ts";
import { runDuringRowLock } from "../../testing/race.ts";
import { createUser, type TestUser } from "../../testing/users.ts";
import { totpCode } from "../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let thief: TestUser;
let userCount = 0;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());
beforeEach(async () => {
  const passwordHash = await env.passwords.hash(validPassword);
  thief = await createUser(env, `robbed-${(userCount += 1)}@example.org`, { passwordHash });
});

const update = (body: Parameters<typeof send>[0]) => () => send(body);
const send = (body: object) => thief.client.send("PUT", api.account.update.path, body);
const call = async (response: Promise<{ status: number; code: string | null }>) => {
  const { status, code } = await response;
  return Response.json({ code }, { status });
};
const identityId = uuidv7(new Date(0));

const underWay: [what: string, prepare: () => Promise<() => Promise<Response>>][] = [
  [
    "another password",
    async () => update({ attribute: "password", password: "eleven slow kettles at noon" }),
  ],
  ["another address", async () => update({ attribute: "email", email: "thief@example.net" })],
  [
    "a second factor",
    async () => {
      const { secret } = (await thief.client.call(api.account.newSecret, {})).data;
      const otpToken = totpCode(env, secret);
      return update({ attribute: "twoFactor", enabled: true, otpToken });
    },
  ],
  [
    "a passkey",
    async () => {
      const options = (await thief.client.call(api.account.addPasskeyOptions, {})).data;
      const response = new Authenticator(env.publicUrl).register(options);
      const body = { name: "Mine now", response };
      return () => call(thief.client.call(api.account.addPasskey, { body }));
    },
  ],
  [
    "a link taken away",
    async () => {
      await env.db.withSystemRole("a link for a test", (tx) =>
        tx.execute(sql`INSERT INTO user_identity (id, user_id, provider, subject, email_when_linked, linked_at)
          VALUES (${identityId}, ${thief.id}, 'google', 'a', 'a@example.org', ${env.clock.now()})`),
      );
      return update({ attribute: "unlinkIdentity", identityId });
    },
  ],
  [
    "the account closed",
    async () => () => call(thief.client.call(api.account.deactivate, { body: {} })),
  ],
  [
    "a copy of the data",
    async () => () => call(thief.client.call(api.account.requestDataCopy, {})),
  ],
];

const traces = () =>
  env.db.withSystemRole("a test reads", (tx) =>
    tx.one<object>(sql`SELECT u.password_hash, u.status, u.two_factor_enabled_at,
        (SELECT count(*) FROM passkey WHERE user_id = u.id) AS passkeys,
        (SELECT count(*) FROM user_identity WHERE user_id = u.id) AS identities,
        (SELECT count(*) FROM action_token WHERE user_id = u.id) AS links,
        (SELECT count(*) FROM data_copy_request WHERE user_id = u.id) AS copies,
        (SELECT count(*) FROM session WHERE user_id = u.id AND revoked_at IS NULL) AS sessions
      FROM user_account u WHERE id = ${thief.id}`),
  );

test.each(underWay)(
  "%s has no effect if all sessions are revoked while it is in progress",
  async (_what, prepare) => {
    const start = await prepare();
    const before = await traces();
    const response = await runDuringRowLock(
      env,
      sql`SELECT FROM user_account WHERE id = ${thief.id}`,
      start,
      (tx) => revokeAllSessions(tx, thief.id, "password_reset", env.clock.now()),
    );
    expect([response.status, await response.json()]).toEqual([
      401,
      expect.objectContaining({ code: "authentication_failed_no_session_found_ch" }),
    ]);
    expect(await traces()).toEqual({ ...before, sessions: 0 });
  },
);

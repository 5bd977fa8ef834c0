/** Every identity problem occurs once, from the endpoint that documents it, with its status. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { type ProblemCode, problemCatalogue } from "#contracts/problems.ts";
import { sql } from "../core/db/db.ts";
import { fromUniqueIp, validPassword, registration, signUp } from "../testing/accounts.ts";
import { suspendWorkspace } from "../modules/suspension/suspension.ts";
import { Authenticator } from "../testing/webauthn-authenticator.ts";
import type { TestClient } from "../testing/client.ts";
import { visitProvider } from "../testing/oauth-flow.ts";
import { addMember, createUser, createWorkspace, type TestUser } from "../testing/users.ts";
import { createTwoFactorUser, wrongTotpCode } from "../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";

let env: TestEnvironment;
let count = 0;
beforeAll(async () => {
  env = await startTestEnvironment({
    signIn: true,
    emailStep: "always",
    staffNeedTwoFactor: true,
    trustedProxies: ["127.0.0.1"],
  });
});
afterAll(() => env.stop());
// Throttles are reset.
beforeEach(() => env.clock.advance(3_600_000));

const address = (word: string) => `${word}-${(count += 1)}@problem.test`;
const withPassword = async (word: string) =>
  createUser(env, address(word), { passwordHash: await env.passwords.hash(validPassword) });
const setStatus = (user: TestUser, status: string) =>
  env.db.withSystemRole("a test changes an account", (tx) =>
    tx.execute(sql`UPDATE user_account SET status = ${status} WHERE id = ${user.id}`),
  );
const logIn = (client: TestClient, body: { email?: string; password?: string }) =>
  client.call(api.auth.login, { body }, fromUniqueIp());
const register = (changed: Parameters<typeof registration>[1], client = env.createClient()) =>
  client.call(api.auth.register, { body: registration(address("new"), changed) }, fromUniqueIp());
/** A browser after the password. */
async function halfWay(email: string): Promise<TestClient> {
  const browser = env.createClient();
  expect((await logIn(browser, { email, password: validPassword })).status).toBe(200);
  return browser;
}
async function newAdmin(): Promise<TestUser> {
  const admin = await createUser(env, address("admin"), { staffRole: "Admin" });
  await env.db.withSystemRole("a second factor for a test", (tx) =>
    tx.execute(
      sql`UPDATE user_account SET two_factor_enabled_at = ${env.clock.now()} WHERE id = ${admin.id}`,
    ),
  );
  return admin;
}
const onlyAdmins = (ids: readonly string[]) =>
  env.db.withSystemRole("a test removes the other Admins", (tx) =>
    tx.execute(sql`UPDATE user_staff_role SET expired_at = ${env.clock.now()}
      WHERE expired_at IS NULL AND NOT user_id = ANY(${[...ids]}::uuid[])`),
  );
async function mailedLink(email: string, part: string): Promise<string> {
  await env.runDueJobs();
  const link = env.mail
    .messages()
    .filter((mail) => mail.to.includes(email))
    .flatMap((mail) => mail.links)
    .findLast((one) => one.includes(part));
  return link?.split("/").at(-1) ?? "";
}
const waitingForTheLock = sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const update = (client: TestClient, body: object) =>
  client.send("PUT", api.account.update.path, body);

type Heard = { status: number; code: string | null } | Response;
const triggers: Partial<Record<ProblemCode, () => Promise<Heard>>> = {
  registration_invalid_email: () =>
    env
      .createClient()
      .call(api.auth.register, { body: registration("user@mailinator.com") }, fromUniqueIp()),
  registration_invalid_password: () => register({ password: "password1234" }),
  registration_invalid_otp_token: () =>
    register({ otpSecret: "JBSWY3DPEHPK3PXP", otpToken: "123456" }),
  registration_email_already_in_use: async () => {
    const email = address("taken");
    await signUp(env, email);
    const body = { ...registration(email), firstName: "Another" };
    env.clock.advance(3_600_000);
    return env.createClient().call(api.auth.register, { body }, fromUniqueIp());
  },
  invalid_otp_token: async () =>
    update((await withPassword("otp")).client, {
      attribute: "twoFactor",
      enabled: true,
      otpToken: "000000",
    }),
  email_already_in_use: async () => {
    const other = await withPassword("other");
    return update((await withPassword("mover")).client, { attribute: "email", email: other.email });
  },
  token_action_executed: async () => {
    const email = address("verify");
    const client = env.createClient();
    await client.call(api.auth.register, { body: registration(email) }, fromUniqueIp());
    const path = { token: await mailedLink(email, "/auth/verify/") };
    await client.call(api.auth.verifyEmail, { path });
    return client.call(api.auth.verifyEmail, { path });
  },
  token_action_expired: () =>
    env.createClient().call(api.auth.freeze, { path: { token: "x".repeat(43) } }),
  active_user_cannot_be_deleted_permanently: async () => {
    const admin = await newAdmin();
    return admin.client.call(api.users.deleteForever, {
      path: { user: (await withPassword("alive")).id },
      body: { reason: "requested" },
    });
  },
  one_time_password_expired: async () => {
    const user = await withPassword("late");
    const browser = await halfWay(user.email);
    env.clock.advance(10 * 60_000);
    return browser.call(api.auth.loginToken, { body: { token: "123456" } });
  },
  file_type_not_allowed: async () =>
    update((await withPassword("picture")).client, {
      attribute: "avatar",
      image: Buffer.from("<svg/>").toString("base64"),
    }),
  maximum_file_size_exceeded: async () =>
    update((await withPassword("picture")).client, {
      attribute: "avatar",
      image: Buffer.alloc(2_100_000, 1).toString("base64"),
    }),
  // Two Admins expire each other's role concurrently: the second is the last one by then.
  cannot_reassign_only_admin: async () => {
    const admins = [await newAdmin(), await newAdmin()] as const;
    await onlyAdmins(admins.map(({ id }) => id));
    const demote = (by: TestUser, other: TestUser) =>
      by.client.call(api.staffRoles.assign, {
        path: { user: other.id },
        body: { roleId: "Support" },
      });
    const responses = await env.db.withSystemRole("a test blocks both requests", async (tx) => {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('staff admins', 0))`);
      const sent = [demote(admins[0], admins[1]), demote(admins[1], admins[0])];
      await expect
        .poll(async () => (await tx.many(waitingForTheLock)).length, { timeout: 10_000 })
        .toBe(2);
      return { sent };
    });
    const [one, other] = await Promise.all(responses.sent);
    const rejected = [one, other].find(
      (response) => response !== undefined && response.status !== 200,
    );
    if (rejected === undefined) throw new Error("No Admin is left");
    return rejected;
  },
  cannot_expire_only_admin: async () => {
    const owner = await withPassword("owner");
    const workspace = await createWorkspace(env, owner, `ws-${(count += 1)}`);
    const member = await withPassword("member");
    await addMember(env, workspace, member, "team_member");
    return owner.client.call(api.account.deactivate, { body: {} });
  },
  missing_email_field: () => logIn(env.createClient(), { password: "x" }),
  missing_password_field: () => logIn(env.createClient(), { email: "a@problem.test" }),
  missing_attribute: async () => update((await withPassword("missing")).client, {}),
  account_decativated: async () => {
    const user = await withPassword("gone");
    await setStatus(user, "deactivated");
    return logIn(env.createClient(), { email: user.email, password: validPassword });
  },
  email_not_verified: async () => {
    const user = await withPassword("unproven");
    await setStatus(user, "unverified");
    return logIn(env.createClient(), { email: user.email, password: validPassword });
  },
  invalid_credentials: () =>
    logIn(env.createClient(), { email: "nobody@problem.test", password: validPassword }),
  no_session: () => env.createClient().call(api.auth.self, {}),
  authentication_failed_no_session_found_ch: () => env.createClient().call(api.workspaces.list, {}),
  authentication_error_no_csrf_header: async () =>
    (await withPassword("csrf")).client.call(api.auth.logout, {}, { withoutCsrf: true }),
  authentication_error_invalid_csrf: async () => {
    const { client } = await withPassword("csrf");
    client.cookies.set("csrf", "made up");
    return client.call(api.auth.logout, {});
  },
  invalid_google_authorization_code: () =>
    env.createClient().call(api.auth.oauthSignIn, {
      path: { provider: "google" },
      body: { authorizationCode: "made up", state: "made up" },
    }),
  invalid_github_authorization_code: async () => {
    const client = env.createClient();
    const body = await visitProvider(client, "github", {
      email: "unproven@problem.test",
      firstName: "A",
      lastName: "B",
      emailVerified: false,
    });
    return client.call(api.auth.oauthSignIn, { path: { provider: "github" }, body });
  },
  no_intermediate_session: () =>
    env.createClient().call(api.auth.loginTwoFactor, { body: { token: "123456" } }),
  invalid_one_time_password: async () => {
    const browser = await halfWay((await withPassword("wrong")).email);
    return browser.call(api.auth.loginToken, { body: { token: "not it" } });
  },
  no_access_for_jwt: () =>
    env.createClient().send("GET", "/admin/users", undefined, {
      headers: { authorization: "Bearer gcw_nobody" },
    }),
  no_tfa_code_param_provided: async () => {
    const browser = await halfWay((await createTwoFactorUser(env, address("guarded"))).email);
    return browser.call(api.auth.loginTwoFactor, { body: {} });
  },
  no_tfa_secret_set_for_user: async () => {
    const browser = await halfWay((await withPassword("bare")).email);
    return browser.call(api.auth.loginTwoFactor, { body: { token: "123456" } });
  },
  invalid_otp_code_provided: async () => {
    const guarded = await createTwoFactorUser(env, address("guarded"));
    const browser = await halfWay(guarded.email);
    const token = wrongTotpCode(env, guarded.secret);
    return browser.call(api.auth.loginTwoFactor, { body: { token } });
  },
  permission_denied_missing_role: async () =>
    (await withPassword("outsider")).client.call(api.users.list, {}),
  permission_denied_missing_permission: async () => {
    const support = await createUser(env, address("support"), { staffRole: "Support" });
    return support.client.call(api.maintenance.on, { body: {} });
  },
  workspace_suspended: async () => {
    const owner = await createUser(env, address("overdue"));
    const workspace = await createWorkspace(env, owner, `ws-${(count += 1)}`);
    await env.db.withSystemRole("a test suspends a workspace", (tx) =>
      suspendWorkspace(tx, env.clock.now(), {
        workspaceId: workspace.id,
        reason: "overdue",
        note: null,
        stopsInstances: false,
        requester: { type: "system" },
        requestId: null,
      }),
    );
    return owner.client.call(api.invites.create, {
      path: { workspace: workspace.handle },
      body: { emails: [address("invitee")], roleId: "team_member" },
    });
  },
  permission_denied_cannot_do_on_self: async () => {
    const admin = await newAdmin();
    return admin.client.call(api.users.impersonate, { path: { user: admin.id } });
  },
  request_context_not_allowed: () =>
    env.createClient().send("GET", "/auth/register", undefined, {
      headers: { "sec-purpose": "prefetch" },
    }),
  too_many_requests: async () => {
    let last = await logIn(env.createClient(), { email: "tried@problem.test", password: "x" });
    for (let tried = 0; tried < 5; tried += 1)
      last = await logIn(env.createClient(), { email: "tried@problem.test", password: "x" });
    return last;
  },
  not_found: async () =>
    (await newAdmin()).client.call(api.users.view, {
      path: { user: "01890000-0000-7000-8000-000000000000" },
    }),
  maintenance: async () => {
    const admin = await newAdmin();
    await admin.client.call(api.maintenance.on, { body: {} });
    const response = await (await withPassword("shut out")).client.call(api.workspaces.list, {});
    await admin.client.call(api.maintenance.off, {});
    return response;
  },
  passkey_copied: async () => {
    const { client } = await withPassword("copied");
    const device = new Authenticator(env.publicUrl);
    const options = (await client.call(api.account.addPasskeyOptions, {})).data;
    await client.call(api.account.addPasskey, {
      body: { name: "Key", response: device.register(options) },
    });
    const browser = env.createClient();
    const enter = async (counter: number) => {
      device.counter = counter;
      const challenge = (await browser.call(api.auth.passkeyOptions, {})).data;
      return browser.call(api.auth.passkey, { body: { response: device.sign(challenge) } });
    };
    await enter(9);
    return enter(3);
  },
  password_required: async () => {
    const email = address("elsewhere");
    await env.createClient().call(api.auth.register, { body: registration(email) }, fromUniqueIp());
    const path = { token: await mailedLink(email, "/auth/verify/") };
    return env.createClient().call(api.auth.verifyEmail, { path });
  },
  sign_in_required: async () => {
    const { client } = await withPassword("moving");
    const email = address("moved");
    await update(client, { attribute: "email", email });
    const path = { token: await mailedLink(email, "/auth/verify/") };
    return env.createClient().call(api.auth.verifyEmail, { path });
  },
  confirmation_required: async () => {
    const { client } = await withPassword("stale");
    env.clock.advance(16 * 60_000);
    return client.call(api.account.newSecret, {});
  },
  terms_not_accepted: async () => {
    const user = await withPassword("new here");
    await env.db.withSystemRole("a test revokes the acceptance of the terms", (tx) =>
      tx.execute(sql`UPDATE user_account SET tos_accepted_at = NULL WHERE id = ${user.id}`),
    );
    return user.client.call(api.workspaces.list, {});
  },
  two_factor_required: async () => {
    const bare = await createUser(env, address("bare"), { staffRole: "Admin" });
    return bare.client.call(api.users.list, {});
  },
};

test.each(Object.entries(triggers))("%s", async (code, trigger) => {
  const answer = await trigger();
  const body = answer instanceof Response ? await answer.json() : answer;
  const status = answer.status;
  expect({ status, code: codeIn(body) }).toEqual({
    status: Object.entries(problemCatalogue).find(([name]) => name === code)?.[1][0],
    code,
  });
});

const codeIn = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "code" in body ? body.code : null;

test("covers every problem", () => {
  const elsewhere: readonly ProblemCode[] = [
    "bad_request",
    "cannot_delete_default",
    "method_not_allowed",
    "not_acceptable",
    "request_timeout",
    "headers_too_large",
    "idempotency_key_reused",
    "request_in_progress",
    "action_not_possible",
    "body_too_large",
    "unsupported_media_type",
    "uri_too_long",
    "validation_failed",
    "upgrade_required",
    "internal",
    "unavailable",
  ];
  const here = [...Object.keys(triggers), ...elsewhere].sort();
  expect(here).toEqual(Object.keys(problemCatalogue).sort());
});

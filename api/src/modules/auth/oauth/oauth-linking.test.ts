/** Which account an external identity signs in to. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auth } from "#contracts/auth.ts";
import { type SignInProvider } from "#contracts/sign-in-factors.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { sql } from "../../../core/db/db.ts";
import { createUser } from "../../../testing/users.ts";
import { signInWithProvider, visitProvider } from "../../../testing/oauth-flow.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
let count = 0;
const fresh = (domain: string) => `user-${++count}@${domain}`;

beforeAll(async () => {
  env = await startTestEnvironment({ signIn: true });
});
afterAll(() => env.stop());
beforeEach(() => env.clock.advance(16 * 60_000));

const inDatabase = <T extends object>(query: ReturnType<typeof sql>): Promise<T> =>
  env.db.withSystemRole("a query of a test", (tx) => tx.one<T>(query));
const change = (query: ReturnType<typeof sql>): Promise<number> =>
  env.db.withSystemRole("a change for a test", (tx) => tx.execute(query));

const identitiesOf = async (userId: string): Promise<number> =>
  (
    await inDatabase<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM user_identity WHERE user_id = ${userId}`,
    )
  ).count;

const linkTo = (userId: string, provider: SignInProvider, subject: string) =>
  change(sql`INSERT INTO user_identity (id, user_id, provider, subject, email_when_linked, linked_at)
    VALUES (gen_random_uuid(), ${userId}, ${provider}, ${subject}, 'linked@example.se', ${env.clock.now()})`);

const turnOnTwoFactor = (userId: string) =>
  change(
    sql`UPDATE user_account SET two_factor_enabled_at = ${env.clock.now()}, totp_secret = 'x' WHERE id = ${userId}`,
  );

describe("a new user", () => {
  test("gets an account with a verified email and without password, and has to accept the terms", async () => {
    const email = fresh("example.se");
    const client = env.createClient();
    const { data } = await signInWithProvider(client, "google", { email, firstName: "Nour" });
    expect(data.user).toMatchObject({
      email,
      firstName: "Nour",
      hasPassword: false,
      mustAcceptTerms: true,
    });
    expect(
      await inDatabase(
        sql`SELECT status, email_verified_at IS NOT NULL AS proven, is_over_18, tos_accepted_at FROM user_account WHERE id = ${data.user.id}`,
      ),
    ).toEqual({ status: "active", proven: true, is_over_18: false, tos_accepted_at: null });
    const rejected = await client.call(workspaces.list, { query: {} });
    expect(rejected.code).toBe("terms_not_accepted");
  });

  test("is recognized next time, even if the email address at the provider changed", async () => {
    const first = await signInWithProvider(env.createClient(), "google", {
      email: fresh("example.se"),
      subject: "subject-that-stays",
    });
    const repeated = await signInWithProvider(env.createClient(), "google", {
      email: fresh("example.fi"),
      emailVerified: false,
      subject: "subject-that-stays",
    });
    expect(repeated.data.user.id).toBe(first.data.user.id);
    expect(repeated.data.user.email).toBe(first.data.user.email);
  });

  test("is not the account of the same subject at the other provider", async () => {
    const one = await signInWithProvider(env.createClient(), "google", {
      email: fresh("example.se"),
      subject: "4711",
    });
    const other = await signInWithProvider(env.createClient(), "github", {
      email: fresh("example.se"),
      subject: "4711",
    });
    expect(other.data.user.id).not.toBe(one.data.user.id);
  });

  test.each(["google", "github"] as const)(
    "is rejected with an email address that %s has not verified",
    async (provider) => {
      const { status, code } = await signInWithProvider(env.createClient(), provider, {
        email: fresh("gmail.com"),
        emailVerified: false,
      });
      expect({ status, code }).toEqual({
        status: 401,
        code: `invalid_${provider}_authorization_code`,
      });
    },
  );

  test("is rejected with a disposable email address", async () => {
    const { code } = await signInWithProvider(env.createClient(), "google", {
      email: fresh("mailinator.com"),
    });
    expect(code).toBe("registration_invalid_email");
  });

  test("gets the browser's language, and a name from the email address if the provider sends none", async () => {
    const client = env.createClient();
    const email = fresh("example.de");
    const body = await visitProvider(client, "google", { email });
    const { data } = await client.call(
      auth.oauthSignIn,
      { path: { provider: "google" }, body },
      { headers: { "accept-language": "de-AT,de;q=0.9,en;q=0.5" } },
    );
    expect(data.user).toMatchObject({ locale: "de", firstName: email.split("@")[0], lastName: "" });
  });
});

describe("an email address already verified here", () => {
  test("is linked automatically if the provider hosts the mailbox", async () => {
    const user = await createUser(env, fresh("gmail.com"));
    const { data } = await signInWithProvider(env.createClient(), "google", {
      email: user.email,
    });
    expect(data.user.id).toBe(user.id);
    expect(await identitiesOf(user.id)).toBe(1);
    await env.runDueJobs();
    const emails = env.mail.messages().filter(({ to }) => to.includes(user.email));
    expect(emails.map(({ subject }) => subject)).toContain("New sign-in method linked");
  });

  test("is linked automatically for an organization hosted by the provider, regardless of letter case", async () => {
    const user = await createUser(env, fresh("byron.se"));
    const { data } = await signInWithProvider(env.createClient(), "google", {
      email: user.email.toUpperCase(),
      hostedDomain: "byron.se",
    });
    expect(data.user.id).toBe(user.id);
  });

  test.each([
    ["the provider only verified it", "google", "elsewhere.se", {}],
    ["the organisation is another one", "google", "elsewhere.se", { hostedDomain: "byron.se" }],
    ["the provider is GitHub, which runs no mailbox", "github", "gmail.com", {}],
  ] as const)("C37: is not linked where %s", async (_case, provider, domain, more) => {
    const user = await createUser(env, fresh(domain));
    const client = env.createClient();
    const { status, code } = await signInWithProvider(client, provider, {
      email: user.email,
      ...more,
    });
    expect({ status, code }).toEqual({ status: 400, code: "email_already_in_use" });
    expect(client.cookies.has("sid")).toBe(false);
    expect(await identitiesOf(user.id)).toBe(0);
  });

  test("C37: is not linked if the provider has not verified it, even in the provider's own domain", async () => {
    const user = await createUser(env, fresh("gmail.com"));
    const { status, code } = await signInWithProvider(env.createClient(), "google", {
      email: user.email,
      emailVerified: false,
    });
    expect({ status, code }).toEqual({ status: 401, code: "invalid_google_authorization_code" });
    expect(await identitiesOf(user.id)).toBe(0);
  });

  test("is not linked to an account with two-factor authentication", async () => {
    const user = await createUser(env, fresh("gmail.com"));
    await turnOnTwoFactor(user.id);
    const { code } = await signInWithProvider(env.createClient(), "google", {
      email: user.email,
    });
    expect(code).toBe("email_already_in_use");
  });

  test("is not linked if another account of that provider is linked", async () => {
    const user = await createUser(env, fresh("gmail.com"));
    await linkTo(user.id, "google", "the-first-one");
    const { code } = await signInWithProvider(env.createClient(), "google", {
      email: user.email,
    });
    expect(code).toBe("email_already_in_use");
  });

  test.each(["deactivated", "frozen"])(
    "does not sign in to an account that is %s",
    async (status) => {
      const user = await createUser(env, fresh("gmail.com"));
      await change(sql`UPDATE user_account SET status = ${status} WHERE id = ${user.id}`);
      const { code } = await signInWithProvider(env.createClient(), "google", {
        email: user.email,
      });
      expect(code).toBe("account_decativated");
      expect(await identitiesOf(user.id)).toBe(0);
    },
  );
});

describe("an email address registered but never verified", () => {
  test("belongs to the user who verifies it, and everything set up before is removed", async () => {
    const user = await createUser(env, fresh("example.se"), { passwordHash: "the squatter's" });
    await turnOnTwoFactor(user.id);
    await change(
      sql`UPDATE user_account SET status = 'unverified', email_verified_at = NULL WHERE id = ${user.id}`,
    );
    await change(
      sql`INSERT INTO recovery_code (id, user_id, code_hash) VALUES (gen_random_uuid(), ${user.id}, 'hash')`,
    );
    await change(sql`INSERT INTO action_token (id, purpose, token_hash, user_id, created_at, expires_at)
      VALUES (gen_random_uuid(), 'verify_email', 'hash', ${user.id}, ${env.clock.now()}, ${new Date(env.clock.now().getTime() + 86_400_000)})`);

    const client = env.createClient();
    const { data } = await signInWithProvider(client, "google", {
      email: user.email,
      firstName: "Rightful",
      lastName: "Owner",
    });
    expect(data.user).toMatchObject({
      id: user.id,
      firstName: "Rightful",
      lastName: "Owner",
      hasPassword: false,
      twoFactorEnabled: false,
      mustAcceptTerms: true,
    });
    expect(data.userSession.authType).toBe("oauth");
    expect((await user.client.call(auth.self, {})).status).toBe(401);
    expect(
      await inDatabase(sql`
        SELECT status, password_hash, totp_secret,
          (SELECT count(*)::int FROM recovery_code WHERE user_id = u.id) AS codes,
          (SELECT count(*)::int FROM action_token WHERE user_id = u.id AND purpose <> 'freeze' AND revoked_at IS NULL) AS links
        FROM user_account u WHERE id = ${user.id}`),
    ).toEqual({ status: "active", password_hash: null, totp_secret: null, codes: 0, links: 0 });
  });
});

describe("a linked account", () => {
  test("with two-factor authentication requires the second factor", async () => {
    const user = await createUser(env, fresh("example.se"));
    await linkTo(user.id, "google", "with-second-factor");
    await turnOnTwoFactor(user.id);
    const client = env.createClient();
    const { data } = await signInWithProvider(client, "google", {
      email: fresh("example.se"),
      subject: "with-second-factor",
    });
    expect(data.userSession).toMatchObject({ authType: "login-attempt", secondStep: "2fa" });
    expect(data.user).toMatchObject({ email: "", firstName: "" });
    expect(data.userWorkspaceRoles).toEqual([]);
    const rejected = await client.call(workspaces.list, { query: {} });
    expect(rejected.code).toBe("authentication_failed_no_session_found_ch");
  });

  test("of staff cannot sign in", async () => {
    const user = await createUser(env, fresh("gmail.com"), { staffRole: "Support" });
    const unlinked = await signInWithProvider(env.createClient(), "google", {
      email: user.email,
    });
    expect(unlinked.code).toBe("email_already_in_use");
    await linkTo(user.id, "google", "of-staff");
    const linked = await signInWithProvider(env.createClient(), "google", {
      email: user.email,
      subject: "of-staff",
    });
    expect(linked.code).toBe("invalid_google_authorization_code");
  });

  test("that is deactivated gets a specific problem", async () => {
    const user = await createUser(env, fresh("example.se"));
    await linkTo(user.id, "google", "deactivated");
    await change(sql`UPDATE user_account SET status = 'deactivated' WHERE id = ${user.id}`);
    const { status, code } = await signInWithProvider(env.createClient(), "google", {
      email: fresh("example.se"),
      subject: "deactivated",
    });
    expect({ status, code }).toEqual({ status: 401, code: "account_decativated" });
  });
});

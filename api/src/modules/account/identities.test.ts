/** Linking an external identity to the signed-in user's account. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { account } from "#contracts/account.ts";
import { auth } from "#contracts/auth.ts";
import { type SignInProvider } from "#contracts/sign-in-factors.ts";
import type { ConsentAnswers } from "#emulators/identity/browser.ts";
import { sql } from "../../core/db/db.ts";
import type { TestClient } from "../../testing/client.ts";
import { signInWithProvider, visitProvider } from "../../testing/oauth-flow.ts";
import { createUser, type TestUser } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let tokenCalls: () => number;
let count = 0;
const fresh = () => `user-${++count}@example.se`;

beforeAll(async () => {
  env = await startTestEnvironment({ signIn: true });
  const { signIn } = env;
  if (signIn === null) throw new Error("The environment has no OAuth providers");
  tokenCalls = () => signIn.google.tokenCalls() + signIn.github.tokenCalls();
});
afterAll(() => env.stop());
beforeEach(() => env.clock.advance(16 * 60_000));

async function link(user: TestUser, provider: SignInProvider, responses: ConsentAnswers) {
  const body = await visitProvider(user.client, provider, responses);
  return user.client.call(account.linkIdentity, { path: { provider }, body });
}

const linksOf = async (user: TestUser): Promise<number> =>
  (
    await env.db.withSystemRole("a query of a test", (tx) =>
      tx.one<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM user_identity WHERE user_id = ${user.id}`,
      ),
    )
  ).count;

test.each(["google", "github"] as const)(
  "a signed-in user links an account of %s with any email address, and signs in with it",
  async (provider) => {
    const user = await createUser(env, fresh());
    const email = fresh();
    expect((await link(user, provider, { email })).status).toBe(204);
    const { data } = await signInWithProvider(env.createClient(), provider, { email });
    expect(data.user.id).toBe(user.id);
    expect(data.user.email).toBe(user.email);
  },
);

test("notifies the account's email address", async () => {
  const user = await createUser(env, fresh());
  await link(user, "google", { email: fresh() });
  await env.runDueJobs();
  const mail = await env.mail.waitFor(({ to }) => to.includes(user.email));
  expect(mail.text).toContain("Google can now be used to sign in");
  expect(mail.links.some((address) => address.includes("/auth/freeze/"))).toBe(true);
});

test("linking the same account again changes nothing", async () => {
  const user = await createUser(env, fresh());
  const email = fresh();
  await link(user, "google", { email });
  expect((await link(user, "google", { email })).status).toBe(204);
  expect(await linksOf(user)).toBe(1);
});

test("rejects a second account of the same provider", async () => {
  const user = await createUser(env, fresh());
  await link(user, "google", { email: fresh() });
  const { status, code } = await link(user, "google", { email: fresh() });
  expect({ status, code }).toEqual({ status: 409, code: "action_not_possible" });
});

test("does not take over an identity that belongs to another user", async () => {
  const email = fresh();
  const other = await signInWithProvider(env.createClient(), "google", { email });
  const user = await createUser(env, fresh());
  const { status, code } = await link(user, "google", { email });
  expect({ status, code }).toEqual({ status: 400, code: "email_already_in_use" });
  const repeated = await signInWithProvider(env.createClient(), "google", { email });
  expect(repeated.data.user.id).toBe(other.data.user.id);
});

test("rejects an account whose email the provider has not verified", async () => {
  const user = await createUser(env, fresh());
  const { code } = await link(user, "github", { email: fresh(), emailVerified: false });
  expect(code).toBe("invalid_github_authorization_code");
});

test("staff cannot link identities", async () => {
  const user = await createUser(env, fresh(), { staffRole: "Support" });
  expect((await link(user, "google", { email: fresh() })).code).toBe("action_not_possible");
  expect(await linksOf(user)).toBe(0);
});

test("rejects a response planted in the browser, without contacting the provider", async () => {
  const user = await createUser(env, fresh());
  const attackers = await visitProvider(env.createClient(), "google", { email: fresh() });
  const before = tokenCalls();
  const path = { provider: "google" };
  const planted = await user.client.call(account.linkIdentity, { path, body: attackers });
  expect(planted.code).toBe("invalid_google_authorization_code");
  await visitProvider(user.client, "google", { email: fresh() });
  const swapped = await user.client.call(account.linkIdentity, { path, body: attackers });
  expect(swapped.code).toBe("invalid_google_authorization_code");
  expect(tokenCalls()).toBe(before);
  expect(await linksOf(user)).toBe(0);
});

test("requires recent reauthentication before the provider is contacted", async () => {
  const user = await createUser(env, fresh());
  env.clock.advance(16 * 60_000);
  const before = tokenCalls();
  expect((await link(user, "google", { email: fresh() })).code).toBe("confirmation_required");
  expect(tokenCalls()).toBe(before);
});

test("a sign-in flow cannot be used to link, and a link flow cannot be used to sign in", async () => {
  const user = await createUser(env, fresh());
  const email = fresh();
  const body = await visitProvider(user.client, "google", { email });
  const signedIn = await user.client.call(auth.oauthSignIn, {
    path: { provider: "google" },
    body,
  });
  expect(signedIn.data.user.id).not.toBe(user.id);
  expect(await linksOf(user)).toBe(0);
});

const identityOf = async (client: TestClient): Promise<string> =>
  (await client.call(account.view, {})).data.identities[0]?.id ?? "";

const unlink = async (client: TestClient) =>
  client.call(account.update, {
    body: { attribute: "unlinkIdentity", identityId: await identityOf(client) },
  });

test("an unlinked identity can no longer sign in, and the user is notified", async () => {
  const user = await createUser(env, fresh(), { passwordHash: "of a password" });
  const email = fresh();
  await link(user, "google", { email });
  expect((await unlink(user.client)).status).toBe(200);
  expect(await linksOf(user)).toBe(0);
  const { data } = await signInWithProvider(env.createClient(), "google", { email });
  expect(data.user.id).not.toBe(user.id);
  await env.runDueJobs();
  const subjects = env.mail.messages().filter(({ to }) => to.includes(user.email));
  expect(subjects.map(({ subject }) => subject)).toContain("Sign-in method removed");
});

test("keeps the last way to sign in", async () => {
  const client = env.createClient();
  const email = fresh();
  await signInWithProvider(client, "google", { email });
  await client.call(account.update, {
    body: { attribute: "terms", isOver18: true, isTosAccepted: true },
  });
  const { status, code } = await unlink(client);
  expect({ status, code }).toEqual({ status: 409, code: "action_not_possible" });
  expect((await signInWithProvider(env.createClient(), "google", { email })).status).toBe(200);
});

test("cannot unlink an identity of another user", async () => {
  const other = await createUser(env, fresh(), { passwordHash: "of a password" });
  await link(other, "google", { email: fresh() });
  const user = await createUser(env, fresh(), { passwordHash: "of a password" });
  const identityId = await identityOf(other.client);
  const response = await user.client.call(account.update, {
    body: { attribute: "unlinkIdentity", identityId },
  });
  expect(response.code).toBe("not_found");
  expect(await linksOf(other)).toBe(1);
});

/** Linking an account elsewhere to one's own, by whoever is signed in. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { account } from "#contracts/account.ts";
import { auth, type SignInProvider } from "#contracts/auth.ts";
import type { VisitorAnswers } from "#emulators/identity/visitor.ts";
import { sql } from "../core/db.ts";
import type { Client } from "../testing/client.ts";
import { signInElsewhere, visitElsewhere } from "../testing/oauth-visits.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
let tokenCalls: () => number;
let count = 0;
const fresh = () => `person-${++count}@example.se`;

beforeAll(async () => {
  world = await startWorld({ signIn: true });
  const { signIn } = world;
  if (signIn === null) throw new Error("The world has no providers");
  tokenCalls = () => signIn.google.tokenCalls() + signIn.github.tokenCalls();
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(16 * 60_000));

async function link(person: Person, provider: SignInProvider, answers: VisitorAnswers) {
  const body = await visitElsewhere(person.client, provider, answers);
  return person.client.call(account.linkIdentity, { path: { provider }, body });
}

const linksOf = async (person: Person): Promise<number> =>
  (
    await world.db.asSystem("a look for a test", (tx) =>
      tx.one<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM user_identity WHERE user_id = ${person.id}`,
      ),
    )
  ).count;

test.each(["google", "github"] as const)(
  "whoever is signed in links an account of %s, of whatever address, and signs in with it",
  async (provider) => {
    const person = await makePerson(world, fresh());
    const email = fresh();
    expect((await link(person, provider, { email })).status).toBe(204);
    const { data } = await signInElsewhere(world.client(), provider, { email });
    expect(data.user.id).toBe(person.id);
    expect(data.user.email).toBe(person.email);
  },
);

test("the owner is told by a mail to the address of the account", async () => {
  const person = await makePerson(world, fresh());
  await link(person, "google", { email: fresh() });
  await world.drain();
  const mail = await world.mail.waitFor(({ to }) => to.includes(person.email));
  expect(mail.text).toContain("Google can now be used to sign in");
  expect(mail.links.some((address) => address.includes("/auth/freeze/"))).toBe(true);
});

test("to link the same account again changes nothing", async () => {
  const person = await makePerson(world, fresh());
  const email = fresh();
  await link(person, "google", { email });
  expect((await link(person, "google", { email })).status).toBe(204);
  expect(await linksOf(person)).toBe(1);
});

test("a second account of one provider is not linked beside the first", async () => {
  const person = await makePerson(world, fresh());
  await link(person, "google", { email: fresh() });
  const { status, code } = await link(person, "google", { email: fresh() });
  expect({ status, code }).toEqual({ status: 409, code: "action_not_possible" });
});

test("an account elsewhere that signs in somebody else is not taken from them", async () => {
  const email = fresh();
  const other = await signInElsewhere(world.client(), "google", { email });
  const person = await makePerson(world, fresh());
  const { status, code } = await link(person, "google", { email });
  expect({ status, code }).toEqual({ status: 400, code: "email_already_in_use" });
  const again = await signInElsewhere(world.client(), "google", { email });
  expect(again.data.user.id).toBe(other.data.user.id);
});

test("an account whose address the provider has not verified is not linked", async () => {
  const person = await makePerson(world, fresh());
  const { code } = await link(person, "github", { email: fresh(), emailVerified: false });
  expect(code).toBe("invalid_github_authorization_code");
});

test("staff link nothing", async () => {
  const person = await makePerson(world, fresh(), { staffRole: "Support" });
  expect((await link(person, "google", { email: fresh() })).code).toBe("action_not_possible");
  expect(await linksOf(person)).toBe(0);
});

test("an answer somebody slipped into the browser is not linked, and the provider not asked", async () => {
  const person = await makePerson(world, fresh());
  const attackers = await visitElsewhere(world.client(), "google", { email: fresh() });
  const before = tokenCalls();
  const path = { provider: "google" };
  const planted = await person.client.call(account.linkIdentity, { path, body: attackers });
  expect(planted.code).toBe("invalid_google_authorization_code");
  await visitElsewhere(person.client, "google", { email: fresh() });
  const swapped = await person.client.call(account.linkIdentity, { path, body: attackers });
  expect(swapped.code).toBe("invalid_google_authorization_code");
  expect(tokenCalls()).toBe(before);
  expect(await linksOf(person)).toBe(0);
});

test("whoever has not proven lately who they are has to, before the provider is asked", async () => {
  const person = await makePerson(world, fresh());
  world.clock.advance(16 * 60_000);
  const before = tokenCalls();
  expect((await link(person, "google", { email: fresh() })).code).toBe("confirmation_required");
  expect(tokenCalls()).toBe(before);
});

test("what is under way for signing in does not link by itself, and the other way round", async () => {
  const person = await makePerson(world, fresh());
  const email = fresh();
  const body = await visitElsewhere(person.client, "google", { email });
  const signedIn = await person.client.call(auth.oauthSignIn, {
    path: { provider: "google" },
    body,
  });
  expect(signedIn.data.user.id).not.toBe(person.id);
  expect(await linksOf(person)).toBe(0);
});

const identityOf = async (client: Client): Promise<string> =>
  (await client.call(account.view, {})).data.identities[0]?.id ?? "";

const unlink = async (client: Client) =>
  client.call(account.update, {
    body: { attribute: "unlinkIdentity", identityId: await identityOf(client) },
  });

test("an account that is unlinked signs nobody in any more, and its owner is told", async () => {
  const person = await makePerson(world, fresh(), { passwordHash: "of a password" });
  const email = fresh();
  await link(person, "google", { email });
  expect((await unlink(person.client)).status).toBe(200);
  expect(await linksOf(person)).toBe(0);
  const { data } = await signInElsewhere(world.client(), "google", { email });
  expect(data.user.id).not.toBe(person.id);
  await world.drain();
  const subjects = world.mail.messages().filter(({ to }) => to.includes(person.email));
  expect(subjects.map(({ subject }) => subject)).toContain("Sign-in method removed");
});

test("the last way to sign in stays", async () => {
  const client = world.client();
  const email = fresh();
  await signInElsewhere(client, "google", { email });
  await client.call(account.update, {
    body: { attribute: "terms", isOver18: true, isTosAccepted: true },
  });
  const { status, code } = await unlink(client);
  expect({ status, code }).toEqual({ status: 409, code: "action_not_possible" });
  expect((await signInElsewhere(world.client(), "google", { email })).status).toBe(200);
});

test("an account somebody else has linked cannot be unlinked", async () => {
  const other = await makePerson(world, fresh(), { passwordHash: "of a password" });
  await link(other, "google", { email: fresh() });
  const person = await makePerson(world, fresh(), { passwordHash: "of a password" });
  const identityId = await identityOf(other.client);
  const answer = await person.client.call(account.update, {
    body: { attribute: "unlinkIdentity", identityId },
  });
  expect(answer.code).toBe("not_found");
  expect(await linksOf(other)).toBe(1);
});

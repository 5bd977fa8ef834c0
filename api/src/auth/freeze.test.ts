import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db.ts";
import { newId } from "../core/keys.ts";
import { fromElsewhere, goodPassword } from "../testing/accounts.ts";
import { Authenticator } from "../testing/authenticator.ts";
import { makePerson, type Person, signIn } from "../testing/people.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => world.stop());

const weekMs = 7 * 24 * 3_600_000;
const newPassword = "eleven slow kettles at noon";
const makeWithPassword = async (email: string) =>
  makePerson(world, email, { passwordHash: await world.passwords.hash(goodPassword) });
async function newestLink(email: string, page: string): Promise<string> {
  await world.drain();
  const links = world.mail
    .messages()
    .filter((mail) => mail.to.includes(email))
    .flatMap((mail) => mail.links);
  const link = links.findLast((one) => one.includes(page)) ?? "none";
  return link.slice(link.lastIndexOf("/") + 1);
}
const freeze = (token: string) => world.client().call(api.auth.freeze, { path: { token } });
const verify = ({ client }: Pick<Person, "client">, token: string) =>
  client.call(api.auth.verifyEmail, { path: { token } });
const login = (email: string, password = goodPassword) =>
  world.client().call(api.auth.login, { body: { email, password } }, fromElsewhere());
const askChange = (person: Person, email: string) =>
  person.client.call(api.account.update, { body: { attribute: "email", email } });
const statusOf = async ({ id }: Person) =>
  world.db.asSystem("a test", (tx) =>
    tx.one<{ status: string; email: string }>(
      sql`SELECT status, email FROM user_account WHERE id = ${id}`,
    ),
  );
const isAlive = async ({ client }: Person) => (await client.call(api.auth.self, {})).status === 200;

test("C41: the owner locks the account from the old address; nothing has changed, nobody gets in until a reset", async () => {
  const person = await makeWithPassword("old@example.org");
  expect((await askChange(person, "typo@example.net")).status).toBe(200);
  const change = await newestLink("typo@example.net", "/auth/verify/");
  const frozen = await freeze(await newestLink("old@example.org", "/auth/freeze/"));
  expect(frozen.data).toEqual({ email: "old@example.org" });
  expect(await statusOf(person)).toEqual({ status: "frozen", email: "old@example.org" });
  expect(await isAlive(person)).toBe(false);
  expect((await verify(person, change)).code).toBe("token_action_expired");
  const refused = await login("old@example.org");
  expect([refused.status, refused.code]).toEqual([401, "account_decativated"]);

  const token = await newestLink("old@example.org", "/auth/reset/");
  await world.client().call(api.auth.reset, { path: { token }, body: { password: newPassword } });
  expect((await login("old@example.org", newPassword)).status).toBe(200);
});

test("C41: a change of address is undone within a week, also when it was changed twice", async () => {
  const person = await makeWithPassword("mine@example.org");
  await askChange(person, "thief@example.net");
  await verify(person, await newestLink("thief@example.net", "/auth/verify/"));
  const token = await newestLink("mine@example.org", "/auth/freeze/");
  const thief = { ...person, client: await signIn(world, person.id) };
  await askChange(thief, "thief2@example.net");
  await verify(thief, await newestLink("thief2@example.net", "/auth/verify/"));
  expect((await statusOf(person)).email).toBe("thief2@example.net");

  expect((await freeze(token)).data).toEqual({ email: "mine@example.org" });
  expect(await statusOf(person)).toEqual({ status: "frozen", email: "mine@example.org" });
  expect((await login("mine@example.org")).code).toBe("account_decativated");
  expect((await login("thief2@example.net")).code).toBe("invalid_credentials");
  expect(await newestLink("mine@example.org", "/auth/reset/")).not.toBe("none");
});

test("an address somebody else took but never proved goes back to its owner; after a week it stays changed", async () => {
  const person = await makeWithPassword("squat@example.org");
  await askChange(person, "fresh@example.net");
  await verify(person, await newestLink("fresh@example.net", "/auth/verify/"));
  const squatter = await makePerson(world, "squat@example.org");
  await world.db.asSystem("a test", (tx) =>
    tx.run(sql`UPDATE user_account SET status = 'unverified' WHERE id = ${squatter.id}`),
  );
  expect((await freeze(await newestLink("squat@example.org", "/auth/freeze/"))).data.email).toBe(
    "squat@example.org",
  );
  expect((await statusOf(squatter)).status).toBe("deleted");

  const late = await makeWithPassword("late@example.org");
  await askChange(late, "later@example.net");
  await verify(late, await newestLink("later@example.net", "/auth/verify/"));
  world.clock.advance(weekMs);
  const again = { ...late, client: await signIn(world, late.id) };
  await askChange(again, "latest@example.net");
  expect((await freeze(await newestLink("later@example.net", "/auth/freeze/"))).data.email).toBe(
    "later@example.net",
  );
});

test("ways in that were added since the letter are gone, and staff who act as somebody stop", async () => {
  const person = await makeWithPassword("ways@example.org");
  const staff = await makePerson(world, "helper@boreal.test", { staffRole: "Support" });
  await askChange(person, "elsewhere@example.net");
  const token = await newestLink("ways@example.org", "/auth/freeze/");
  const now = world.clock.now();
  await world.db.asSystem("a test", async (tx) => {
    for (const [provider, at] of [
      ["google", now],
      ["github", new Date(now.getTime() - 1)],
    ] as const)
      await tx.run(sql`INSERT INTO user_identity (id, user_id, provider, subject, email_at_link, linked_at)
        VALUES (${newId(now)}, ${person.id}, ${provider}, 'a', 'a@example.org', ${at})`);
    await tx.run(sql`INSERT INTO session (id, user_id, auth_type, salt, token_hash, rotated_at, expires_at, absolute_expires_at, auth_epoch,
        admin_id, admin_role, parent_session_id, created_at, updated_at)
      SELECT ${newId(now)}, ${person.id}, 'impersonate', salt, token_hash, rotated_at, expires_at, absolute_expires_at, 0, ${staff.id}, 'Support', id, ${now}, ${now}
        FROM session WHERE user_id = ${staff.id}`);
  });
  await freeze(token);
  const left = await world.db.asSystem("a test", async (tx) => ({
    identities: await tx.many(sql`SELECT provider FROM user_identity WHERE user_id = ${person.id}`),
    live: await tx.many(
      sql`SELECT id FROM session WHERE user_id = ${person.id} AND revoked_at IS NULL`,
    ),
  }));
  expect(left).toEqual({ identities: [{ provider: "github" }], live: [] });
});

test("whichever of several letters is followed, what the first told of is gone", async () => {
  const person = await makeWithPassword("letters@example.org");
  const device = new Authenticator(world.publicUrl);
  const options = (await person.client.call(api.account.addPasskeyOptions, {})).data;
  const body = { name: "Thief's", response: device.register(options) };
  expect((await person.client.call(api.account.addPasskey, { body })).status).toBe(201);
  world.clock.advance(60_000);
  await askChange(person, "letters@example.net");
  await freeze(await newestLink("letters@example.org", "/auth/freeze/"));
  const token = await newestLink("letters@example.org", "/auth/reset/");
  await world.client().call(api.auth.reset, { path: { token }, body: { password: newPassword } });

  const browser = world.client();
  const challenge = (await browser.call(api.auth.passkeyOptions, {}, fromElsewhere())).data;
  const entering = { body: { response: device.sign(challenge) } };
  const entered = await browser.call(api.auth.passkey, entering, fromElsewhere());
  expect(entered.code).toBe("invalid_credentials");
});

test("an account staff have closed is not opened by a link to lock it and a reset", async () => {
  const person = await makeWithPassword("closed@example.org");
  await askChange(person, "closed2@example.net");
  const token = await newestLink("closed@example.org", "/auth/freeze/");
  await world.db.asSystem("a test", (tx) =>
    tx.run(sql`UPDATE user_account SET status = 'deactivated' WHERE id = ${person.id}`),
  );
  expect((await freeze(token)).status).toBe(200);
  expect((await statusOf(person)).status).toBe("deactivated");
  expect(await newestLink("closed@example.org", "/auth/reset/")).toBe("none");
});

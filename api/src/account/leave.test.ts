import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db.ts";
import { fromElsewhere, goodPassword } from "../testing/accounts.ts";
import { makeMachine } from "../testing/machines.ts";
import { addMember, makePerson, makeWorkspace, type Person, signIn } from "../testing/people.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => world.stop());

const leave = ({ client }: Person, deactivateMessage?: string) =>
  client.call(api.account.deactivate, {
    body: deactivateMessage === undefined ? {} : { deactivateMessage },
  });
const blockersOf = async ({ client }: Person) =>
  (await client.call(api.account.blockers, {})).data.blockers;

test("C23: whoever leaves is out everywhere at once, cannot come back by themselves, and is told", async () => {
  const passwordHash = await world.passwords.hash(goodPassword);
  const person = await makePerson(world, "leaver@example.org", { passwordHash });
  const other = await signIn(world, person.id);
  await makeWorkspace(world, person, "left-alone");
  expect(await blockersOf(person)).toEqual([]);
  expect((await leave(person, "Too far north")).status).toBe(204);
  expect(person.client.cookies.has("sid")).toBe(false);
  expect((await other.call(api.auth.self, {})).status).toBe(401);
  const refused = await world
    .client()
    .call(
      api.auth.login,
      { body: { email: "leaver@example.org", password: goodPassword } },
      fromElsewhere(),
    );
  expect([refused.status, refused.code]).toEqual([401, "account_decativated"]);
  const row = await world.db.asSystem("a test", (tx) =>
    tx.one<object>(
      sql`SELECT status, deactivate_message FROM user_account WHERE id = ${person.id}`,
    ),
  );
  expect(row).toEqual({ status: "deactivated", deactivate_message: "Too far north" });
  await world
    .client()
    .call(api.auth.requestReset, { body: { email: "leaver@example.org" } }, fromElsewhere());
  await world.drain();
  const mails = world.mail.messages().filter((mail) => mail.to.includes("leaver@example.org"));
  expect(mails.map((mail) => mail.subject)).toEqual(["Your account has been deactivated"]);
});

test("C50: whoever owns a workspace with members or machines stays, and hears what is in the way", async () => {
  const owner = await makePerson(world, "owner@example.org");
  const member = await makePerson(world, "member@example.org");
  const people = await makeWorkspace(world, owner, "with-people");
  await addMember(world, people, member, "administrator");
  const machines = await makeWorkspace(world, owner, "with-machines");
  await makeMachine(world, machines, owner, { hostname: "still-on" });
  expect(await blockersOf(owner)).toEqual([
    {
      kind: "running_instances",
      workspace: { handle: "with-machines", name: "with-machines" },
      count: 1,
    },
    {
      kind: "owned_workspace",
      workspace: { handle: "with-people", name: "with-people" },
      count: 1,
    },
  ]);
  const refused = await leave(owner);
  expect([refused.status, refused.code]).toEqual([400, "cannot_expire_only_admin"]);
  expect((await owner.client.call(api.auth.self, {})).status).toBe(200);
  expect((await leave(member)).status).toBe(204);
});

test("the last Admin stays; of two who leave at once one does", async () => {
  const admin = (email: string) => makePerson(world, email, { staffRole: "Admin" });
  const [one, two] = [await admin("one@boreal.test"), await admin("two@boreal.test")];
  expect(await blockersOf(one)).toEqual([]);
  const answers = await Promise.all([leave(one), leave(two)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);
  const left = answers[0]?.status === 204 ? two : one;
  expect(await blockersOf(left)).toEqual([{ kind: "only_admin", workspace: null, count: 0 }]);
  expect((await leave(left)).code).toBe("cannot_expire_only_admin");
});

test("leaving asks for a proof of who it is", async () => {
  const person = await makePerson(world, "hijacked@example.org");
  await world.db.asSystem("a test", (tx) =>
    tx.run(sql`UPDATE session SET reauth_at = NULL WHERE user_id = ${person.id}`),
  );
  const refused = await leave(person);
  expect([refused.status, refused.code]).toEqual([403, "confirmation_required"]);
});

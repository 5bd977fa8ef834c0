/** What somebody made and what still works: after a change of how they sign in they look here. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { issueActionToken } from "../auth/action-tokens.ts";
import { sql } from "../core/db.ts";
import { newId } from "../core/keys.ts";
import { goodPassword } from "../testing/accounts.ts";
import { makeMember, makePerson, makeWorkspace, type Person, signIn } from "../testing/people.ts";
import { makeProgram } from "../testing/programs.ts";
import { startWorld, type World } from "../testing/world.ts";

const dayMs = 86_400_000;
let world: World;
let owner: Person;
let count = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  const passwordHash = await world.passwords.hash(goodPassword);
  owner = await makePerson(world, `owner-${count}@northwind.test`, { passwordHash });
});

const place = (name: string) => makeWorkspace(world, owner, `${name}-${count}-ws`);
const own = async (person: Person) =>
  (await (await signIn(world, person.id)).call(api.tokens.own, {})).data.data;
const revoke = async (person: Person, token: string) =>
  (await signIn(world, person.id)).call(api.tokens.removeOwn, { path: { token } });

test("tokens of one's own are listed over all workspaces, newest first, while they work", async () => {
  const [here, there] = [await place("here"), await place("there")];
  const first = await makeProgram(world, owner, here, { name: "first" });
  world.clock.advance(1000);
  const second = await makeProgram(world, owner, there, { name: "second" });
  const revoked = await makeProgram(world, owner, there, { name: "revoked" });
  await revoke(owner, revoked.id);
  await makeProgram(world, owner, there, { name: "short", expiresInDays: 1 });
  await makeProgram(world, await makeMember(world, here, "administrator"), here);
  world.clock.advance(dayMs);
  expect((await own(owner)).map(({ id, workspace }) => [id, workspace.handle])).toEqual([
    [second.id, there.handle],
    [first.id, here.handle],
  ]);
  await world.db.asSystem("a workspace is closed", (tx) =>
    tx.run(sql`UPDATE workspace SET status = 'deactivated' WHERE id = ${there.id}`),
  );
  expect((await own(owner)).map(({ id }) => id)).toEqual([first.id]);
});

test("who made a token ends it also with a smaller role, and the workspace's managers read of it", async () => {
  const here = await place("here");
  const maker = await makeMember(world, here, "administrator");
  const program = await makeProgram(world, maker, here, { name: "nightly" });
  await world.db.asSystem("a role becomes smaller", (tx) =>
    tx.run(
      sql`UPDATE user_workspace_role SET workspace_role_id = 'team_member' WHERE user_id = ${maker.id}`,
    ),
  );
  const path = { workspace: here.handle };
  const byRole = await (await signIn(world, maker.id)).call(api.tokens.remove, {
    path: { ...path, token: program.id },
  });
  expect(byRole.status).toBe(403);
  world.clock.advance(1000);
  expect((await revoke(maker, program.id)).status).toBe(204);
  expect((await program.call(api.projects.list, { path })).status).toBe(401);
  world.clock.advance(1000);
  expect((await revoke(maker, program.id)).status).toBe(204);
  const entries = await owner.client.call(api.activity.ofWorkspace, {
    path,
    query: { activityType: "tokens" },
  });
  expect(entries.data.data.slice(0, 2)).toMatchObject([
    { action: "tokens.removeOwn", changes: [], target: { name: "nightly" } },
    {
      action: "tokens.removeOwn",
      actor: { id: maker.id },
      changes: [{ field: "status", from: "active", to: "revoked" }],
    },
  ]);
});

test("somebody else's token is not there to be ended, nor one that never was", async () => {
  const here = await place("here");
  const program = await makeProgram(world, owner, here);
  const stranger = await makeMember(world, here, "administrator");
  for (const id of [program.id, newId(world.clock.now()), "no-id"])
    expect((await revoke(stranger, id)).code).toBe("not_found");
  expect((await program.call(api.projects.list, { path: { workspace: here.handle } })).status).toBe(
    200,
  );
});

test("C59: another password ends sessions and leaves tokens, which are listed to be ended; freezing ends them", async () => {
  const here = await place("here");
  const program = await makeProgram(world, owner, here);
  const works = async () =>
    (await program.call(api.projects.list, { path: { workspace: here.handle } })).status;
  const changed = await (await signIn(world, owner.id)).call(api.account.update, {
    body: { attribute: "password", password: "the-long-dark-of-january" },
  });
  expect(changed.status).toBe(200);
  expect([await works(), (await own(owner)).map(({ id }) => id)]).toEqual([200, [program.id]]);
  const link = (purpose: "reset_password" | "freeze") =>
    world.db.asSystem("a letter for a test", (tx) =>
      issueActionToken(tx, purpose, { userId: owner.id, now: world.clock.now() }),
    );
  const byLink = await world.client().call(api.auth.reset, {
    path: { token: await link("reset_password") },
    body: { password: "the-short-light-of-june" },
  });
  expect(byLink.status).toBe(200);
  expect([await works(), (await own(owner)).map(({ id }) => id)]).toEqual([200, [program.id]]);
  await world.client().call(api.auth.freeze, { path: { token: await link("freeze") } });
  await world.db.asSystem("a reset opens the account again", (tx) =>
    tx.run(sql`UPDATE user_account SET status = 'active' WHERE id = ${owner.id}`),
  );
  expect([await works(), await own(owner)]).toEqual([401, []]);
});

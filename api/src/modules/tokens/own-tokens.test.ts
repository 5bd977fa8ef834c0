/** What somebody made and what still works: after a change of how they sign in they look here. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { issueActionToken } from "../accounts/action-tokens.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { validPassword } from "../../testing/accounts.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const dayMs = 86_400_000;
let world: TestEnvironment;
let owner: TestUser;
let count = 0;
beforeAll(async () => {
  world = await startTestEnvironment();
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  const passwordHash = await world.passwords.hash(validPassword);
  owner = await createUser(world, `owner-${count}@northwind.test`, { passwordHash });
});

const place = (name: string) => createWorkspace(world, owner, `${name}-${count}-ws`);
const own = async (user: TestUser) =>
  (await (await signIn(world, user.id)).call(api.tokens.own, {})).data.data;
const revoke = async (user: TestUser, token: string) =>
  (await signIn(world, user.id)).call(api.tokens.removeOwn, { path: { token } });

test("tokens of one's own are listed over all workspaces, newest first, while they work", async () => {
  const [here, there] = [await place("here"), await place("there")];
  const first = await createTokenClient(world, owner, here, { name: "first" });
  world.clock.advance(1000);
  const second = await createTokenClient(world, owner, there, { name: "second" });
  const revoked = await createTokenClient(world, owner, there, { name: "revoked" });
  await revoke(owner, revoked.id);
  await createTokenClient(world, owner, there, { name: "short", expiresInDays: 1 });
  await createTokenClient(world, await createMember(world, here, "administrator"), here);
  world.clock.advance(dayMs);
  expect((await own(owner)).map(({ id, workspace }) => [id, workspace.handle])).toEqual([
    [second.id, there.handle],
    [first.id, here.handle],
  ]);
  await world.db.withSystemRole("a workspace is closed", (tx) =>
    tx.execute(sql`UPDATE workspace SET status = 'deactivated' WHERE id = ${there.id}`),
  );
  expect((await own(owner)).map(({ id }) => id)).toEqual([first.id]);
});

test("who made a token ends it also with a smaller role, and the workspace's managers read of it", async () => {
  const here = await place("here");
  const creator = await createMember(world, here, "administrator");
  const program = await createTokenClient(world, creator, here, { name: "nightly" });
  await world.db.withSystemRole("a role becomes smaller", (tx) =>
    tx.execute(
      sql`UPDATE user_workspace_role SET workspace_role_id = 'team_member' WHERE user_id = ${creator.id}`,
    ),
  );
  const path = { workspace: here.handle };
  const byRole = await (await signIn(world, creator.id)).call(api.tokens.remove, {
    path: { ...path, token: program.id },
  });
  expect(byRole.status).toBe(403);
  world.clock.advance(1000);
  expect((await revoke(creator, program.id)).status).toBe(204);
  expect((await program.call(api.projects.list, { path })).status).toBe(401);
  world.clock.advance(1000);
  expect((await revoke(creator, program.id)).status).toBe(204);
  const entries = await owner.client.call(api.activity.ofWorkspace, {
    path,
    query: { activityType: "tokens" },
  });
  expect(entries.data.data.slice(0, 2)).toMatchObject([
    { action: "tokens.removeOwn", changes: [], target: { name: "nightly" } },
    {
      action: "tokens.removeOwn",
      actor: { id: creator.id },
      changes: [{ field: "status", from: "active", to: "revoked" }],
    },
  ]);
});

test("somebody else's token is not there to be ended, nor one that never was", async () => {
  const here = await place("here");
  const program = await createTokenClient(world, owner, here);
  const outsider = await createMember(world, here, "administrator");
  for (const id of [program.id, uuidv7(world.clock.now()), "no-id"])
    expect((await revoke(outsider, id)).code).toBe("not_found");
  expect((await program.call(api.projects.list, { path: { workspace: here.handle } })).status).toBe(
    200,
  );
});

test("C59: another password ends sessions and leaves tokens, which are listed to be ended; freezing ends them", async () => {
  const here = await place("here");
  const program = await createTokenClient(world, owner, here);
  const works = async () =>
    (await program.call(api.projects.list, { path: { workspace: here.handle } })).status;
  const changed = await (await signIn(world, owner.id)).call(api.account.update, {
    body: { attribute: "password", password: "the-long-dark-of-january" },
  });
  expect(changed.status).toBe(200);
  expect([await works(), (await own(owner)).map(({ id }) => id)]).toEqual([200, [program.id]]);
  const link = (purpose: "reset_password" | "freeze") =>
    world.db.withSystemRole("a letter for a test", (tx) =>
      issueActionToken(tx, purpose, { userId: owner.id, now: world.clock.now() }),
    );
  const byLink = await world.createClient().call(api.auth.reset, {
    path: { token: await link("reset_password") },
    body: { password: "the-short-light-of-june" },
  });
  expect(byLink.status).toBe(200);
  expect([await works(), (await own(owner)).map(({ id }) => id)]).toEqual([200, [program.id]]);
  await world.createClient().call(api.auth.freeze, { path: { token: await link("freeze") } });
  await world.db.withSystemRole("a reset opens the account again", (tx) =>
    tx.execute(sql`UPDATE user_account SET status = 'active' WHERE id = ${owner.id}`),
  );
  expect([await works(), await own(owner)]).toEqual([401, []]);
});

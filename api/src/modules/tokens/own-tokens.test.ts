/** A user's own tokens over all workspaces, which they review after a change of credentials. */
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
let env: TestEnvironment;
let owner: TestUser;
let count = 0;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());
beforeEach(async () => {
  count += 1;
  const passwordHash = await env.passwords.hash(validPassword);
  owner = await createUser(env, `owner-${count}@northwind.test`, { passwordHash });
});

const place = (name: string) => createWorkspace(env, owner, `${name}-${count}-ws`);
const own = async (user: TestUser) =>
  (await (await signIn(env, user.id)).call(api.tokens.own, {})).data.data;
const revoke = async (user: TestUser, token: string) =>
  (await signIn(env, user.id)).call(api.tokens.removeOwn, { path: { token } });

test("lists the user's active tokens of all workspaces, newest first", async () => {
  const [here, there] = [await place("here"), await place("there")];
  const first = await createTokenClient(env, owner, here, { name: "first" });
  env.clock.advance(1000);
  const second = await createTokenClient(env, owner, there, { name: "second" });
  const revoked = await createTokenClient(env, owner, there, { name: "revoked" });
  await revoke(owner, revoked.id);
  await createTokenClient(env, owner, there, { name: "short", expiresInDays: 1 });
  await createTokenClient(env, await createMember(env, here, "administrator"), here);
  env.clock.advance(dayMs);
  expect((await own(owner)).map(({ id, workspace }) => [id, workspace.handle])).toEqual([
    [second.id, there.handle],
    [first.id, here.handle],
  ]);
  await env.db.withSystemRole("a test deactivates a workspace", (tx) =>
    tx.execute(sql`UPDATE workspace SET status = 'deactivated' WHERE id = ${there.id}`),
  );
  expect((await own(owner)).map(({ id }) => id)).toEqual([first.id]);
});

test("a creator can revoke a token with a lower role, and the workspace's managers see it", async () => {
  const here = await place("here");
  const creator = await createMember(env, here, "administrator");
  const tokenClient = await createTokenClient(env, creator, here, { name: "nightly" });
  await env.db.withSystemRole("a test lowers a role", (tx) =>
    tx.execute(
      sql`UPDATE user_workspace_role SET workspace_role_id = 'team_member' WHERE user_id = ${creator.id}`,
    ),
  );
  const path = { workspace: here.handle };
  const byRole = await (await signIn(env, creator.id)).call(api.tokens.remove, {
    path: { ...path, token: tokenClient.id },
  });
  expect(byRole.status).toBe(403);
  env.clock.advance(1000);
  expect((await revoke(creator, tokenClient.id)).status).toBe(204);
  expect((await tokenClient.call(api.projects.list, { path })).status).toBe(401);
  env.clock.advance(1000);
  expect((await revoke(creator, tokenClient.id)).status).toBe(204);
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

test("a token of another user or an unknown one is a 404", async () => {
  const here = await place("here");
  const tokenClient = await createTokenClient(env, owner, here);
  const outsider = await createMember(env, here, "administrator");
  for (const id of [tokenClient.id, uuidv7(env.clock.now()), "no-id"])
    expect((await revoke(outsider, id)).code).toBe("not_found");
  expect(
    (await tokenClient.call(api.projects.list, { path: { workspace: here.handle } })).status,
  ).toBe(200);
});

test("C59: a password change ends sessions and keeps tokens, which are listed for review; freezing revokes them", async () => {
  const here = await place("here");
  const tokenClient = await createTokenClient(env, owner, here);
  const works = async () =>
    (await tokenClient.call(api.projects.list, { path: { workspace: here.handle } })).status;
  const changed = await (await signIn(env, owner.id)).call(api.account.update, {
    body: { attribute: "password", password: "the-long-dark-of-january" },
  });
  expect(changed.status).toBe(200);
  expect([await works(), (await own(owner)).map(({ id }) => id)]).toEqual([200, [tokenClient.id]]);
  const link = (purpose: "reset_password" | "freeze") =>
    env.db.withSystemRole("a freeze link for a test", (tx) =>
      issueActionToken(tx, purpose, { userId: owner.id, now: env.clock.now() }),
    );
  const byLink = await env.createClient().call(api.auth.reset, {
    path: { token: await link("reset_password") },
    body: { password: "the-short-light-of-june" },
  });
  expect(byLink.status).toBe(200);
  expect([await works(), (await own(owner)).map(({ id }) => id)]).toEqual([200, [tokenClient.id]]);
  await env.createClient().call(api.auth.freeze, { path: { token: await link("freeze") } });
  await env.db.withSystemRole("a test reopens the account by a reset", (tx) =>
    tx.execute(sql`UPDATE user_account SET status = 'active' WHERE id = ${owner.id}`),
  );
  expect([await works(), await own(owner)]).toEqual([401, []]);
});

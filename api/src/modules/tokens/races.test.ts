/** A token made at the very moment at which all of its maker's end. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { issueActionToken } from "../accounts/action-tokens.ts";
import { sql } from "../../core/db/db.ts";
import { runBlockedOnRow, waitForBlockedQueries } from "../../testing/race.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let world: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  world = await startTestEnvironment();
  owner = await createUser(world, "owner@northwind.test");
});
afterAll(() => world.stop());

let made = 0;
async function freshTeam() {
  made += 1;
  const workspace = await createWorkspace(world, owner, `racing-${made}-ws`);
  const creator = await createMember(world, workspace, "administrator");
  return { workspace, path: { workspace: workspace.handle }, maker: creator };
}
type Path = { workspace: string };
const create = ({ client }: Pick<TestUser, "client">, path: Path) =>
  client.call(api.tokens.create, { path, body: { name: "late", scopes: ["project.view"] } });

const working = (creator: TestUser) =>
  world.db.withSystemRole("a test counts", (tx) =>
    tx.many(
      sql`SELECT name FROM access_token WHERE created_by = ${creator.id} AND revoked_at IS NULL`,
    ),
  );

test("T20: made while its maker is taken out, it is refused or ends with the membership", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { workspace, path, maker: creator } = await freshTeam();
    const program = await createTokenClient(world, creator, workspace);
    const client = await signIn(world, creator.id);
    const late = async (): Promise<{ status: number; code: string | null }> =>
      round % 2 === 0
        ? create({ client }, path)
        : client.call(api.tokens.rotate, { path: { ...path, token: program.id }, body: {} });
    // It has the workspace, and not yet the role, when the token is asked for.
    const role = sql`SELECT FROM user_workspace_role WHERE workspace_id = ${workspace.id} AND user_id = ${creator.id}`;
    const [removed, rejected] = await runBlockedOnRow<{ status: number; code: string | null }>(
      world,
      role,
      2,
      () => [
        owner.client.call(api.members.remove, { path: { ...path, member: creator.id } }),
        waitForBlockedQueries(world, 1).then(late),
      ],
    );
    expect([removed?.status, rejected?.code]).toEqual([204, "permission_denied_missing_role"]);
    expect(await working(creator)).toEqual([]);
  }
});

test("whoever becomes less than an administrator at that moment makes none", async () => {
  const { workspace, path, maker: creator } = await freshTeam();
  const [changed, rejected] = await runBlockedOnRow<{ status: number; code: string | null }>(
    world,
    sql`SELECT FROM user_workspace_role WHERE workspace_id = ${workspace.id} AND user_id = ${creator.id}`,
    2,
    () => [
      owner.client.call(api.members.setRole, {
        path: { ...path, member: creator.id },
        body: { roleId: "team_member" },
      }),
      waitForBlockedQueries(world, 1).then(() => create(creator, path)),
    ],
  );
  expect([changed?.status, rejected?.code]).toEqual([200, "permission_denied_missing_permission"]);
});

test("made while its maker's account is locked by the letter, it does not outlive the lock", async () => {
  const { workspace, path, maker: creator } = await freshTeam();
  const token = await world.db.withSystemRole("a letter for a test", (tx) =>
    issueActionToken(tx, "freeze", { userId: creator.id, now: world.clock.now() }),
  );
  const [late] = await world.db.withSystemRole("a test holds a workspace", async (tx) => {
    await tx.execute(sql`SELECT FROM workspace WHERE id = ${workspace.id} FOR UPDATE`);
    const creating = create(creator, path);
    await waitForBlockedQueries(world, 1);
    expect((await world.createClient().call(api.auth.freeze, { path: { token } })).status).toBe(
      200,
    );
    return [creating];
  });
  expect((await late)?.code).toBe("authentication_failed_no_session_found_ch");
  expect(await working(creator)).toEqual([]);
});

test("many made at once by one person, and their membership's end, wait for each other and not for ever", async () => {
  const { workspace, path, maker: creator } = await freshTeam();
  const programs = await Promise.all(
    [1, 2, 3].map(() => createTokenClient(world, creator, workspace)),
  );
  const client = await signIn(world, creator.id);
  const responses = await runBlockedOnRow<{ status: number }>(
    world,
    sql`SELECT FROM workspace WHERE id = ${workspace.id}`,
    4,
    () => [
      create({ client }, path),
      ...programs.map(({ id }) =>
        client.call(api.tokens.rotate, { path: { ...path, token: id }, body: {} }),
      ),
      owner.client.call(api.members.remove, { path: { ...path, member: creator.id } }),
    ],
  );
  // 409: the token was revoked with the membership before its rotation had its turn.
  for (const { status } of responses) expect([201, 204, 403, 409]).toContain(status);
  expect(await working(creator)).toEqual([]);
});

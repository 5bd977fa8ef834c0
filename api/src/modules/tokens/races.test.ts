/** Tokens created concurrently with events that revoke all tokens of their creator. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { issueActionToken } from "../accounts/action-tokens.ts";
import { sql } from "../../core/db/db.ts";
import { runBlockedOnRow, waitForBlockedQueries } from "../../testing/race.ts";
import {
  createMember,
  createNewWorkspace,
  createUser,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
});
afterAll(() => env.stop());

async function freshTeam() {
  const { workspace, path } = await createNewWorkspace(env, owner, "racing");
  const creator = await createMember(env, workspace, "administrator");
  return { workspace, path, maker: creator };
}
type Path = { workspace: string };
const create = ({ client }: Pick<TestUser, "client">, path: Path) =>
  client.call(api.tokens.create, { path, body: { name: "late", scopes: ["project.view"] } });

const working = (creator: TestUser) =>
  env.db.withSystemRole("a test counts", (tx) =>
    tx.many(
      sql`SELECT name FROM access_token WHERE created_by = ${creator.id} AND revoked_at IS NULL`,
    ),
  );

test("T20: a token created while its creator is removed is rejected or revoked with the membership", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { workspace, path, maker: creator } = await freshTeam();
    const tokenClient = await createTokenClient(env, creator, workspace);
    const client = await signIn(env, creator.id);
    const late = async (): Promise<{ status: number; code: string | null }> =>
      round % 2 === 0
        ? create({ client }, path)
        : client.call(api.tokens.rotate, { path: { ...path, token: tokenClient.id }, body: {} });
    // The request holds the workspace but has not read the role yet when the token is requested.
    const role = sql`SELECT FROM user_workspace_role WHERE workspace_id = ${workspace.id} AND user_id = ${creator.id}`;
    const [removed, rejected] = await runBlockedOnRow<{ status: number; code: string | null }>(
      env,
      role,
      2,
      () => [
        owner.client.call(api.members.remove, { path: { ...path, member: creator.id } }),
        waitForBlockedQueries(env, 1).then(late),
      ],
    );
    expect([removed?.status, rejected?.code]).toEqual([204, "permission_denied_missing_role"]);
    expect(await working(creator)).toEqual([]);
  }
});

test("a member demoted at that moment creates none", async () => {
  const { workspace, path, maker: creator } = await freshTeam();
  const [changed, rejected] = await runBlockedOnRow<{ status: number; code: string | null }>(
    env,
    sql`SELECT FROM user_workspace_role WHERE workspace_id = ${workspace.id} AND user_id = ${creator.id}`,
    2,
    () => [
      owner.client.call(api.members.setRole, {
        path: { ...path, member: creator.id },
        body: { roleId: "team_member" },
      }),
      waitForBlockedQueries(env, 1).then(() => create(creator, path)),
    ],
  );
  expect([changed?.status, rejected?.code]).toEqual([200, "permission_denied_missing_permission"]);
});

test("a token created while its creator's account is frozen does not survive", async () => {
  const { workspace, path, maker: creator } = await freshTeam();
  const token = await env.db.withSystemRole("a freeze link for a test", (tx) =>
    issueActionToken(tx, "freeze", { userId: creator.id, now: env.clock.now() }),
  );
  const [late] = await env.db.withSystemRole("a test locks a workspace", async (tx) => {
    await tx.execute(sql`SELECT FROM workspace WHERE id = ${workspace.id} FOR UPDATE`);
    const creating = create(creator, path);
    await waitForBlockedQueries(env, 1);
    expect((await env.createClient().call(api.auth.freeze, { path: { token } })).status).toBe(200);
    return [creating];
  });
  expect((await late)?.code).toBe("authentication_failed_no_session_found_ch");
  expect(await working(creator)).toEqual([]);
});

test("many concurrent creations of one user and the end of their membership do not deadlock", async () => {
  const { workspace, path, maker: creator } = await freshTeam();
  const programs = await Promise.all(
    [1, 2, 3].map(() => createTokenClient(env, creator, workspace)),
  );
  const client = await signIn(env, creator.id);
  const responses = await runBlockedOnRow<{ status: number }>(
    env,
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
  // 409: the token was revoked with the membership before it was rotated.
  for (const { status } of responses) expect([201, 204, 403, 409]).toContain(status);
  expect(await working(creator)).toEqual([]);
});

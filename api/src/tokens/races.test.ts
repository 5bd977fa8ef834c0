/** A token made at the very moment at which all of its maker's end. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { issueActionToken } from "../auth/action-tokens.ts";
import { sql } from "../core/db.ts";
import { meetAt, untilWaiting } from "../testing/barrier.ts";
import { makeMember, makePerson, makeWorkspace, type Person, signIn } from "../testing/people.ts";
import { makeProgram } from "../testing/programs.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
let owner: Person;
beforeAll(async () => {
  world = await startWorld();
  owner = await makePerson(world, "owner@northwind.test");
});
afterAll(() => world.stop());

let made = 0;
async function freshTeam() {
  made += 1;
  const workspace = await makeWorkspace(world, owner, `racing-${made}-ws`);
  const maker = await makeMember(world, workspace, "administrator");
  return { workspace, path: { workspace: workspace.handle }, maker };
}
type Path = { workspace: string };
const create = ({ client }: Pick<Person, "client">, path: Path) =>
  client.call(api.tokens.create, { path, body: { name: "late", scopes: ["project.view"] } });

const working = (maker: Person) =>
  world.db.asSystem("a test counts", (tx) =>
    tx.many(
      sql`SELECT name FROM access_token WHERE created_by = ${maker.id} AND revoked_at IS NULL`,
    ),
  );

test("T20: made while its maker is taken out, it is refused or ends with the membership", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { workspace, path, maker } = await freshTeam();
    const program = await makeProgram(world, maker, workspace);
    const client = await signIn(world, maker.id);
    const late = async (): Promise<{ status: number; code: string | null }> =>
      round % 2 === 0
        ? create({ client }, path)
        : client.call(api.tokens.rotate, { path: { ...path, token: program.id }, body: {} });
    // It has the workspace, and not yet the role, when the token is asked for.
    const role = sql`SELECT FROM user_workspace_role WHERE workspace_id = ${workspace.id} AND user_id = ${maker.id}`;
    const [removed, refused] = await meetAt<{ status: number; code: string | null }>(
      world,
      role,
      2,
      () => [
        owner.client.call(api.members.remove, { path: { ...path, member: maker.id } }),
        untilWaiting(world, 1).then(late),
      ],
    );
    expect([removed?.status, refused?.code]).toEqual([204, "permission_denied_missing_role"]);
    expect(await working(maker)).toEqual([]);
  }
});

test("whoever becomes less than an administrator at that moment makes none", async () => {
  const { workspace, path, maker } = await freshTeam();
  const [changed, refused] = await meetAt<{ status: number; code: string | null }>(
    world,
    sql`SELECT FROM user_workspace_role WHERE workspace_id = ${workspace.id} AND user_id = ${maker.id}`,
    2,
    () => [
      owner.client.call(api.members.setRole, {
        path: { ...path, member: maker.id },
        body: { roleId: "team_member" },
      }),
      untilWaiting(world, 1).then(() => create(maker, path)),
    ],
  );
  expect([changed?.status, refused?.code]).toEqual([200, "permission_denied_missing_permission"]);
});

test("made while its maker's account is locked by the letter, it does not outlive the lock", async () => {
  const { workspace, path, maker } = await freshTeam();
  const token = await world.db.asSystem("a letter for a test", (tx) =>
    issueActionToken(tx, "freeze", { userId: maker.id, now: world.clock.now() }),
  );
  const [late] = await world.db.asSystem("a test holds a workspace", async (tx) => {
    await tx.run(sql`SELECT FROM workspace WHERE id = ${workspace.id} FOR UPDATE`);
    const creating = create(maker, path);
    await untilWaiting(world, 1);
    expect((await world.client().call(api.auth.freeze, { path: { token } })).status).toBe(200);
    return [creating];
  });
  expect((await late)?.code).toBe("authentication_failed_no_session_found_ch");
  expect(await working(maker)).toEqual([]);
});

test("many made at once by one person, and their membership's end, wait for each other and not for ever", async () => {
  const { workspace, path, maker } = await freshTeam();
  const programs = await Promise.all([1, 2, 3].map(() => makeProgram(world, maker, workspace)));
  const client = await signIn(world, maker.id);
  const answers = await meetAt<{ status: number }>(
    world,
    sql`SELECT FROM workspace WHERE id = ${workspace.id}`,
    4,
    () => [
      create({ client }, path),
      ...programs.map(({ id }) =>
        client.call(api.tokens.rotate, { path: { ...path, token: id }, body: {} }),
      ),
      owner.client.call(api.members.remove, { path: { ...path, member: maker.id } }),
    ],
  );
  // 409: the token was revoked with the membership before its rotation had its turn.
  for (const { status } of answers) expect([201, 204, 403, 409]).toContain(status);
  expect(await working(maker)).toEqual([]);
});

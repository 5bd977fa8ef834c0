/**
 * Traces of an impersonation: what members of the workspace see of it, and that it does not change the customer's
 * data.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { StaffRoleId } from "#contracts/roles.ts";
import { sql } from "../../core/db/db.ts";
import { createCredential, orderInstance } from "../../testing/order-instances.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let env: TestEnvironment;
let testCount = 0;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());
beforeEach(() => env.clock.advance(hourMs));

async function team() {
  testCount += 1;
  const owner = await createUser(env, `traced-${testCount}@example.org`);
  const workspace = await createWorkspace(env, owner, `traced-${testCount}`);
  return { owner, workspace, path: { workspace: workspace.handle } };
}
const colleague = (staffRole: StaffRoleId) =>
  createUser(env, `colleague-${(testCount += 1)}@boreal.test`, { staffRole });
const start = ({ client }: TestUser, user: TestUser) =>
  client.call(api.users.impersonate, { path: { user: user.id }, query: { reason: "Ticket 1" } });
const end = ({ client }: TestUser) => client.call(api.users.endImpersonation, {});
const isAlive = async (client: TestUser["client"]) =>
  (await client.call(api.auth.self, {})).status === 200;

test("start and end are activities of each of the customer's workspaces, with the role and without a name", async () => {
  const { owner, path } = await team();
  const second = await createWorkspace(env, owner, `traced-second-${testCount}`);
  const elsewhere = await team();
  const support = await colleague("Support");
  await start(support, owner);
  env.clock.advance(minuteMs);
  await end(support);
  for (const workspace of [path.workspace, second.handle]) {
    const shown = await owner.client.call(api.activity.ofWorkspace, { path: { workspace } });
    expect(shown.data.data).toMatchObject([
      {
        action: "users.endImpersonation",
        actor: { type: "staff", id: null, name: "Support" },
        onBehalfOf: { id: owner.id },
        ip: null,
      },
      {
        action: "users.impersonate",
        actor: { type: "staff", id: null, name: "Support" },
        changes: [{ field: "reason", from: null, to: "Ticket 1" }],
      },
    ]);
    expect(JSON.stringify(shown.json)).not.toContain(support.name);
  }
  const others = await elsewhere.owner.client.call(api.activity.ofWorkspace, {
    path: elsewhere.path,
  });
  expect(others.data.data).toEqual([]);
  const own = (await owner.client.call(api.activity.own, {})).data.data;
  expect(own.map(({ action }) => action)).toEqual(["users.endImpersonation", "users.impersonate"]);
});

test("an impersonation ended by the staff member's sign-out is recorded as well", async () => {
  const { owner, path } = await team();
  const admin = await colleague("Admin");
  await start(admin, owner);
  await admin.client.call(api.auth.logout, {});
  const shown = await owner.client.call(api.activity.ofWorkspace, { path });
  expect(shown.data.data.map(({ action }) => action)).toContain("users.endImpersonation");
});

test("the timeline of an instance shows staff as Support, and the customer for their own actions", async () => {
  const { owner, workspace, path } = await team();
  const credentialId = await createCredential(env, workspace, owner);
  const { id: instance } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["traced"],
  });
  await env.advanceTime(60);
  const admin = await colleague("Admin");
  const reset = (user: TestUser, action: "reboot" | "hard_reboot") =>
    user.client.call(api.instances.reset, { path: { ...path, instance }, body: { action } });
  await start(admin, owner);
  expect((await reset(admin, "reboot")).status).toBe(202);
  await env.advanceTime(60);
  await end(admin);
  const logs = await owner.client.call(api.instances.logs, { path: { ...path, instance } });
  expect(new Set(logs.data.data.map(({ requestedBy }) => requestedBy))).toEqual(
    new Set([owner.name, "Support"]),
  );
  expect(JSON.stringify(logs.json)).not.toContain(admin.name);
  const again = await reset(owner, "hard_reboot");
  expect([again.status, again.code]).toEqual([202, null]);
  const after = await owner.client.call(api.instances.logs, { path: { ...path, instance } });
  expect(after.data.data.map(({ requestedBy }) => requestedBy)).toContain(owner.name);
});

test.each(["ended", "run out", "of staff who were deactivated"] as const)(
  "N48: both devices of the customer stay signed in after an impersonation is %s",
  async (how) => {
    const { owner } = await team();
    const second = await signIn(env, owner.id);
    const admin = await colleague("Admin");
    const boss = await colleague("Admin");
    await start(admin, owner);
    expect((await admin.client.call(api.auth.self, {})).data.user.id).toBe(owner.id);
    if (how === "ended") expect((await end(admin)).status).toBe(200);
    if (how === "run out") env.clock.advance(hourMs + 1);
    if (how === "of staff who were deactivated")
      await boss.client.call(api.users.update, {
        path: { user: admin.id },
        body: { status: "deactivated" },
      });
    expect([await isAlive(owner.client), await isAlive(second)]).toEqual([true, true]);
    const acting = await admin.client.call(api.auth.self, {});
    expect(acting.status === 200 && acting.data.user.id === owner.id).toBe(false);
  },
);

test("N50: an impersonation does not change last activity, sessions, known devices and tokens", async () => {
  const { owner, workspace, path } = await team();
  const member = await createMember(env, workspace, "administrator");
  const tokenClient = await createTokenClient(env, owner, workspace);
  await tokenClient.call(api.projects.list, { path });
  const now = env.clock.now();
  await env.db.withSystemRole("a device for a test", (tx) =>
    tx.execute(sql`INSERT INTO known_device (id, user_id, token_hash, name, created_at, last_seen_at, expires_at)
      VALUES (${tokenClient.id}, ${owner.id}, ${Buffer.from(owner.id)}, 'Laptop', ${now}, ${now}, ${new Date(now.getTime() + 24 * hourMs)})`),
  );
  const admin = await colleague("Admin");
  const boss = await colleague("Admin");
  const seen = async () => {
    const members = (await member.client.call(api.members.list, { path })).data.data;
    const shown = (await boss.client.call(api.users.view, { path: { user: owner.id } })).data;
    const tokens = (await member.client.call(api.tokens.list, { path })).data.data;
    const own = (await owner.client.call(api.sessions.list, {})).data.data;
    const devices = await env.db.withSystemRole("a test reads", (tx) =>
      tx.many<object>(sql`SELECT name, last_seen_at FROM known_device WHERE user_id = ${owner.id}`),
    );
    return {
      lastActive: members.find(({ id }) => id === owner.id)?.lastActiveAt,
      staffSee: [shown.lastActiveAt, shown.liveSessions, shown.lastSignedInWith],
      tokens: tokens.map(({ lastUsedAt, lastUsedIp }) => [lastUsedAt, lastUsedIp]),
      sessions: own.map(({ id, lastActiveAt }) => [id, lastActiveAt]),
      devices,
    };
  };
  const before = await seen();
  env.clock.advance(5 * minuteMs);
  await start(admin, owner);
  env.clock.advance(5 * minuteMs);
  await admin.client.call(api.projects.list, { path });
  await admin.client.call(api.projects.create, { path, body: { name: "By staff" } });
  await admin.client.call(api.auth.refresh, {});
  expect(await seen()).toEqual(before);
  await end(admin);
  expect(await seen()).toEqual(before);
});

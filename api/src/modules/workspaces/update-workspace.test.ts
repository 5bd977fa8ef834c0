import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { runBlockedOnRow } from "../../testing/race.ts";
import { sql } from "../../core/db/db.ts";
import { insertInstance } from "../../testing/instances.ts";
import {
  addMember,
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { issueTestInvoice, payTestInvoice } from "../../testing/issued-invoices.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const dayMs = 86_400_000;

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

let testCount = 0;
async function freshWorkspace() {
  testCount += 1;
  const owner = await createUser(env, `owner-${testCount}@changed.test`);
  const workspace = await createWorkspace(env, owner, `changed-${testCount}`);
  return { owner, workspace, handle: workspace.handle };
}
const update = (user: TestUser, workspace: string, body: object) =>
  user.client.call(api.workspaces.update, { path: { workspace }, body });
const rename = (user: TestUser, workspace: string, handle: string) =>
  update(user, workspace, { handle });
const view = (user: TestUser, workspace: string) =>
  user.client.call(api.workspaces.view, { path: { workspace } });
const rolesOf = async (user: TestUser) =>
  (await user.client.call(api.auth.self, {})).data.userWorkspaceRoles;

describe("name, color and handle", () => {
  test("the owner changes name and color separately, and changes are audited", async () => {
    const { owner, handle } = await freshWorkspace();
    env.clock.advance(1000);
    const named = await update(owner, handle, { name: "  Other   name " });
    expect(named.data).toMatchObject({
      name: "Other name",
      handle,
      updatedAt: env.clock.now().toISOString(),
    });
    env.clock.advance(1000);
    const coloured = await update(owner, handle, { colour: "#0b6b4c" });
    expect(coloured.data).toMatchObject({ name: "Other name", colour: "#0b6b4c" });
    expect((await view(owner, handle)).data).toEqual({ ...coloured.data, suspension: null });
    const entries = await owner.client.call(api.activity.ofWorkspace, {
      path: { workspace: handle },
    });
    expect(entries.data.data.at(-1)).toMatchObject({
      action: "workspaces.update",
      target: { type: "workspace", name: "Other name" },
      changes: [{ field: "name", from: handle, to: "Other name" }],
    });
  });

  test("C070: rejects a reserved, malformed or taken handle on rename too", async () => {
    const { owner, handle } = await freshWorkspace();
    const other = await freshWorkspace();
    const reserved =
      "account workspaces playground auth onboarding my-activities 404 Admin API api www".split(
        " ",
      );
    for (const word of reserved)
      expect([word, (await rename(owner, handle, word)).fields]).toEqual([
        word,
        { handle: "reserved" },
      ]);
    expect((await rename(owner, handle, "Capital")).fields).toEqual({ handle: "format" });
    expect((await rename(owner, handle, other.handle)).fields).toEqual({ handle: "taken" });
    expect((await view(owner, handle)).data.handle).toBe(handle);
  });

  test("the previous handle redirects for ninety days, and is reserved until then", async () => {
    const { owner, handle } = await freshWorkspace();
    const { owner: other, handle: otherHandle } = await freshWorkspace();
    expect((await rename(owner, handle, "moved-on")).data.handle).toBe("moved-on");
    expect((await view(owner, handle)).data.handle).toBe("moved-on");
    expect(await rolesOf(owner)).toMatchObject([{ handle: "moved-on", formerHandles: [handle] }]);

    const create = () =>
      other.client.call(api.workspaces.create, { body: { name: "Squatter", handle } });
    expect((await create()).fields).toEqual({ handle: "taken" });
    expect((await rename(other, otherHandle, handle)).fields).toEqual({ handle: "taken" });
    const availability = await other.client.call(api.workspaces.handleAvailability, {
      path: { handle },
    });
    expect(availability.data).toMatchObject({ available: false, reason: "taken" });
    expect((await view(other, handle)).code).toBe("permission_denied_missing_role");

    env.clock.advance(90 * dayMs - 1);
    expect((await view(owner, handle)).status).toBe(200);
    env.clock.advance(1);
    expect((await view(owner, handle)).code).toBe("permission_denied_missing_role");
    expect(await rolesOf(owner)).toMatchObject([{ formerHandles: [] }]);
    expect((await create()).status).toBe(201);
    expect((await view(other, handle)).data.name).toBe("Squatter");
  });

  test("a workspace may take back its own former handle", async () => {
    const { owner, handle } = await freshWorkspace();
    await rename(owner, handle, "there-and");
    expect((await rename(owner, "there-and", handle)).data.handle).toBe(handle);
    expect(await rolesOf(owner)).toMatchObject([{ handle, formerHandles: ["there-and"] }]);
  });

  test("of two concurrent claims of a handle one succeeds, but none for a handle released just now", async () => {
    const one = await freshWorkspace();
    const other = await freshWorkspace();
    let [oneHandle, otherHandle] = [one.handle, other.handle];
    for (let round = 0; round < 20; round += 1) {
      const requested = `wanted-${round}`;
      const responses = await Promise.all([
        rename(one.owner, oneHandle, requested),
        rename(other.owner, otherHandle, requested),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
      if (responses[0]?.status === 200) oneHandle = requested;
      else otherHandle = requested;
      const [moved, squatted] = await Promise.all([
        rename(one.owner, oneHandle, `next-${round}`),
        rename(other.owner, otherHandle, oneHandle),
      ]);
      expect([moved?.status, squatted?.status]).toEqual([200, 422]);
      oneHandle = `next-${round}`;
    }
  });

  test("C52: an administrator can neither rename nor deactivate the workspace", async () => {
    const { workspace, handle } = await freshWorkspace();
    const administrator = await createMember(env, workspace, "administrator");
    const missing = "permission_denied_missing_permission";
    expect((await rename(administrator, handle, "usurped")).code).toBe(missing);
    const ended = await administrator.client.call(api.workspaces.remove, {
      path: { workspace: handle },
      body: { handle },
    });
    expect(ended.code).toBe(missing);
  });
});

test("a user has exactly one default workspace", async () => {
  const { owner, handle } = await freshWorkspace();
  await createWorkspace(env, owner, "second-home");
  const setDefault = (workspace: string) =>
    owner.client.call(api.workspaces.makeDefault, { path: { workspace } });
  const defaults = async () =>
    (await rolesOf(owner)).filter((role) => role.isDefault).map((role) => role.handle);
  expect(await defaults()).toEqual([handle]);
  expect((await setDefault("second-home")).data.handle).toBe("second-home");
  expect(await defaults()).toEqual(["second-home"]);
  await Promise.all([setDefault(handle), setDefault("second-home"), setDefault(handle)]);
  expect(await defaults()).toHaveLength(1);
});

test("members of the new default workspace do not learn the previous one", async () => {
  const host = await freshWorkspace();
  const invitee = await createUser(env, "consultant@elsewhere.test");
  await createWorkspace(env, invitee, "a-secret-customer");
  await addMember(env, host.workspace, invitee, "team_member");
  const path = { workspace: host.handle };
  expect((await invitee.client.call(api.workspaces.makeDefault, { path })).status).toBe(200);
  const log = await host.owner.client.call(api.activity.ofWorkspace, { path });
  expect(log.data.data[0]).toMatchObject({
    action: "workspaces.makeDefault",
    changes: [{ field: "default", from: null }],
  });
  expect(JSON.stringify(log.json)).not.toContain("a-secret-customer");
});

describe("deactivating a workspace", () => {
  const remove = (user: TestUser, workspace: string, typed = workspace) =>
    user.client.call(api.workspaces.remove, { path: { workspace }, body: { handle: typed } });
  const blockers = async (user: TestUser, workspace: string) =>
    (await user.client.call(api.workspaces.blockers, { path: { workspace } })).data.blockers;

  test("rejects everyone afterwards, and members whose default it was start in their oldest other one", async () => {
    const { owner, workspace, handle } = await freshWorkspace();
    const member = await createMember(env, workspace, "team_member");
    env.clock.advance(1000);
    const oldest = await freshWorkspace();
    await addMember(env, oldest.workspace, member, "team_member");
    env.clock.advance(1000);
    await addMember(env, (await freshWorkspace()).workspace, member, "team_member");
    owner.client.cookies.clear();
    const client = await signIn(env, owner.id);
    expect(await blockers({ ...owner, client }, handle)).toEqual([]);
    expect((await remove({ ...owner, client }, handle, "other")).fields).toEqual({
      handle: "mismatch",
    });
    expect((await remove({ ...owner, client }, handle)).status).toBe(204);
    expect((await view({ ...owner, client }, handle)).code).toBe("permission_denied_missing_role");
    expect((await view(member, handle)).code).toBe("permission_denied_missing_role");
    expect(
      (await rolesOf(member)).map((role) => [role.handle === oldest.handle, role.isDefault]),
    ).toEqual([
      [true, true],
      [false, false],
    ]);
    const someone = await freshWorkspace();
    expect((await rename(someone.owner, someone.handle, handle)).fields).toEqual({
      handle: "taken",
    });
  });

  test("requires that all instances are terminated", async () => {
    const { owner, workspace, handle } = await freshWorkspace();
    const instance = await insertInstance(env, workspace, owner, { hostname: "last-one" });
    expect(await blockers(owner, handle)).toEqual([{ kind: "running_instances", count: 1 }]);
    expect((await remove(owner, handle)).code).toBe("action_not_possible");
    await env.db.withSystemRole("a test terminates an instance", (tx) =>
      tx.execute(sql`UPDATE instance SET status = 'terminated' WHERE id = ${instance}`),
    );
    expect((await remove(owner, handle)).status).toBe(204);
  });

  test("requires that all invoices are paid", async () => {
    const { owner, workspace, handle } = await freshWorkspace();
    const now = env.clock.now();
    const id = await env.db.withSystemRole("an invoice for a test", (tx) =>
      issueTestInvoice(tx, { workspaceId: workspace.id, cents: 500, dueAt: now }, now),
    );
    expect(await blockers(owner, handle)).toEqual([{ kind: "unpaid_invoices", count: 1 }]);
    const denied = await remove(owner, handle);
    expect(denied.json).toMatchObject({
      code: "action_not_possible",
      reason: "workspace_has_unpaid_invoices",
      params: { invoices: 1 },
    });
    await env.db.withSystemRole("a payment for a test", (tx) =>
      payTestInvoice(tx, { workspaceId: workspace.id, id, cents: 500 }, now),
    );
    expect((await remove(owner, handle)).status).toBe(204);
  });

  test("requires recent reauthentication", async () => {
    const { owner, handle } = await freshWorkspace();
    env.clock.advance(15 * 60_000 + 1);
    expect((await remove(owner, handle)).code).toBe("confirmation_required");
  });

  test("T20: of two concurrent requests one succeeds", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { owner, workspace, handle } = await freshWorkspace();
      const responses = await runBlockedOnRow(
        env,
        sql`SELECT FROM workspace WHERE id = ${workspace.id}`,
        2,
        () => [remove(owner, handle), remove(owner, handle)],
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([204, 403]);
    }
  });
});

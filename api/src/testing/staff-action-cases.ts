/** Action cases of staff: users, staff roles, data exports and workspaces. */
import { adminInstanceActions, instanceLogActions } from "#contracts/actions/instances.ts";
import { staffRoleActions, userActions } from "#contracts/actions/users.ts";
import { adminWorkspaceActions } from "#contracts/actions/workspaces.ts";
import { api } from "#contracts/api.ts";
import { waitingReasons } from "#contracts/commands.ts";
import { instanceStatuses, type InstanceStatus, resetActions } from "#contracts/instance-states.ts";
import { type StaffRoleId, staffRoles } from "#contracts/roles.ts";
import { userStatuses } from "#contracts/users.ts";
import { type Sql, sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import { insertFailedCopy } from "./actor-records.ts";
import type { AuthorizationFixture, TestActor } from "./actors.ts";
import type { TestClient } from "./client.ts";
import { insertStep } from "./instance-logs.ts";
import { insertInstance } from "./instances.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { createUser, createWorkspace } from "./users.ts";

const dayMs = 86_400_000;

export function staffActionCases(
  env: TestEnvironment,
  { workspace }: AuthorizationFixture,
): ActionCase[] {
  const define = actionCase(env, workspace.handle);
  const unique = () => uuidv7(env.clock.now());
  const execute = (statement: Sql) =>
    env.db.withSystemRole("a state for a test", (tx) => tx.execute(statement));

  const createAccount = async (
    status: (typeof userStatuses)[number],
    staffRole?: StaffRoleId,
  ): Promise<ObjectPath> => {
    const email = `p-${unique()}@matrix.test`;
    const { id } = await createUser(env, email, staffRole === undefined ? {} : { staffRole });
    await execute(sql`UPDATE user_account SET status = ${status} WHERE id = ${id}`);
    return { user: id };
  };
  const createWorkspaceOwner = async () => {
    const { user = "" } = await createAccount("deactivated");
    await createWorkspace(env, { id: user }, `w${unique().slice(-12)}`);
    return { user };
  };
  const users = {
    ...Object.fromEntries(
      userStatuses.map((status) => [`${status} customer`, () => createAccount(status)] as const),
    ),
    ...Object.fromEntries(
      staffRoles.map((role) => [`active ${role}`, () => createAccount("active", role)] as const),
    ),
    ...Object.fromEntries(
      staffRoles.map(
        (role) => [`deactivated ${role}`, () => createAccount("deactivated", role)] as const,
      ),
    ),
    "deactivated owner of a workspace": createWorkspaceOwner,
    "customer with a second factor": async () => {
      const made = await createAccount("active");
      await execute(
        sql`UPDATE user_account SET two_factor_enabled_at = ${env.clock.now()} WHERE id = ${made["user"] ?? ""}`,
      );
      return made;
    },
    "their own": async (actor: TestActor) => ({ user: actor.userId ?? unique() }),
    missing: async () => ({ user: unique() }),
  };
  const viewUser = async (client: TestClient, { user = "" }: ObjectPath) =>
    shown(await client.call(api.users.view, { path: { user } }));

  const copies = {
    failed: async () => {
      const { user = "" } = await createAccount("active");
      return { user, request: await insertFailedCopy(env, user) };
    },
    queued: async () => {
      const { user = "" } = await createAccount("active");
      const request = await insertFailedCopy(env, user);
      await execute(sql`UPDATE data_copy_request SET status = 'queued' WHERE id = ${request}`);
      return { user, request };
    },
    "failed, with another one queued": async () => {
      const { user = "" } = await createAccount("active");
      const queued = await insertFailedCopy(env, user);
      await execute(sql`UPDATE data_copy_request SET status = 'queued' WHERE id = ${queued}`);
      return { user, request: await insertFailedCopy(env, user) };
    },
    missing: async () => ({ ...(await createAccount("active")), request: unique() }),
  };

  const staff = {
    ...Object.fromEntries(
      staffRoles.map((role) => [`active ${role}`, () => createAccount("active", role)] as const),
    ),
    "locked Support": () => createAccount("frozen", "Support"),
    "their own": users["their own"],
    missing: users.missing,
  };
  const viewStaff = async (client: TestClient, { user }: ObjectPath) => {
    const query = { perPage: "100" };
    const list = shown(await client.call(api.staffRoles.list, { query }));
    return list?.data.find(({ id }) => id === user) ?? null;
  };
  // Keeps the list short: its first page must contain the staff member that a case just created.
  const expireTestStaffRoles = () =>
    execute(sql`UPDATE user_staff_role r SET expired_at = ${env.clock.now()} FROM user_account u
      WHERE u.id = r.user_id AND u.email LIKE 'p-%@matrix.test' AND r.expired_at IS NULL`);

  const createWorkspaceFor = async (change: (id: string) => Sql | null = () => null) => {
    const { user = "" } = await createAccount("active");
    const created = await createWorkspace(env, { id: user }, `w${unique().slice(-12)}`);
    const statement = change(created.id);
    if (statement !== null) await execute(statement);
    return { ...created, user };
  };
  const deactivated = (daysAgo: number) => (id: string) =>
    sql`UPDATE workspace SET status = 'deactivated', deactivated_at = ${new Date(env.clock.now().getTime() - daysAgo * dayMs)} WHERE id = ${id}`;
  const suspended = (id: string) =>
    sql`UPDATE workspace SET status = 'suspended', suspended_at = ${env.clock.now()}, suspension_reason = 'staff' WHERE id = ${id}`;
  const adminWorkspaces = {
    active: async () => ({ adminWorkspace: (await createWorkspaceFor()).id }),
    "with an instance": async () => {
      const { user, ...created } = await createWorkspaceFor();
      await insertInstance(env, created, { id: user }, { hostname: "one" });
      return { adminWorkspace: created.id };
    },
    deactivated: async () => ({ adminWorkspace: (await createWorkspaceFor(deactivated(1))).id }),
    "deactivated too long ago": async () => ({
      adminWorkspace: (await createWorkspaceFor(deactivated(31))).id,
    }),
    "deactivated, without an owner": async () => {
      const { id } = await createWorkspaceFor(deactivated(1));
      await execute(
        sql`UPDATE user_workspace_role SET expired_at = ${env.clock.now()} WHERE workspace_id = ${id}`,
      );
      return { adminWorkspace: id };
    },
    suspended: async () => ({ adminWorkspace: (await createWorkspaceFor(suspended)).id }),
    "suspended, then deactivated": async () => {
      const { id } = await createWorkspaceFor(suspended);
      await execute(deactivated(1)(id));
      return { adminWorkspace: id };
    },
    missing: async () => ({ adminWorkspace: unique() }),
  };
  const viewWorkspace = async (client: TestClient, { adminWorkspace = "" }: ObjectPath) =>
    shown(await client.call(api.adminWorkspaces.view, { path: { adminWorkspace } }));

  const createStep = async (state: Parameters<typeof insertStep>[2]) => {
    const { user, ...created } = await createWorkspaceFor();
    const adminInstance = await insertInstance(env, created, { id: user }, { hostname: "one" });
    return { adminInstance, instanceLog: await insertStep(env, adminInstance, state) };
  };
  const steps = {
    ...Object.fromEntries(
      waitingReasons.map(
        (waitingFor) =>
          [
            `waiting, ${waitingFor}`,
            () => createStep({ status: "waiting", reason: waitingFor }),
          ] as const,
      ),
    ),
    "waiting, of a termination": () =>
      createStep({ kind: "terminate", status: "waiting", reason: "provider_rejected" }),
    running: () => createStep({ status: "running", reason: null }),
    "of a canceled command": () => createStep({ status: "cancelled", reason: "check_required" }),
    missing: async () => ({
      ...(await createStep({ status: "running", reason: null })),
      instanceLog: unique(),
    }),
  };
  const viewStep = async (client: TestClient, { adminInstance = "", instanceLog }: ObjectPath) =>
    shown(await client.call(api.adminInstances.logs, { path: { adminInstance } }))?.data.find(
      ({ id }) => id === instanceLog,
    ) ?? null;
  const createAdminInstance = async (
    status: InstanceStatus,
    change?: Sql,
    changeWorkspace?: (id: string) => Sql,
  ) => {
    const { user, ...created } = await createWorkspaceFor(changeWorkspace);
    const adminInstance = await insertInstance(
      env,
      created,
      { id: user },
      { hostname: "one", status },
    );
    await execute(
      sql`UPDATE instance SET activated_at = coalesce(activated_at, created_at) WHERE id = ${adminInstance}`,
    );
    if (change !== undefined)
      await execute(sql`UPDATE instance SET ${change} WHERE id = ${adminInstance}`);
    return { adminInstance };
  };
  const adminInstances = {
    ...Object.fromEntries(
      instanceStatuses.map((status) => [status, () => createAdminInstance(status)] as const),
    ),
    "active, protected": () => createAdminInstance("active", sql`delete_protection = true`),
    "never active": () => createAdminInstance("error", sql`activated_at = NULL`),
    "stopped, of a suspended workspace": () => createAdminInstance("stopped", undefined, suspended),
    "active, of a suspended workspace": () => createAdminInstance("active", undefined, suspended),
    missing: async () => ({ adminInstance: unique() }),
  };
  const viewAdminInstance = async (client: TestClient, { adminInstance = "" }: ObjectPath) =>
    shown(await client.call(api.adminInstances.view, { path: { adminInstance } }));
  const note = () => ({ note: "Checked" });

  const reason = () => ({ reason: "Requested" });
  const status = (to: "active" | "frozen" | "deactivated") => () => ({ status: to });
  const user = { objects: users, view: viewUser };
  return [
    define("users.editDetails", userActions.editDetails, {
      ...user,
      body: () => ({ firstName: "Changed" }),
    }),
    define("users.editAccount", userActions.editAccount, {
      ...user,
      body: () => ({ email: `p-${unique()}@matrix.test` }),
    }),
    define("users.unlock", userActions.unlock, { ...user, body: status("active") }),
    define("users.lock", userActions.lock, { ...user, body: status("frozen") }),
    define("users.deactivate", userActions.deactivate, { ...user, body: status("deactivated") }),
    define("users.disableTwoFactor", userActions.disableTwoFactor, {
      ...user,
      body: () => ({ twoFactor: "off" }),
    }),
    define("users.restore", userActions.restore, user),
    define("users.deleteForever", userActions.deleteForever, { ...user, body: reason }),
    define("users.impersonate", userActions.impersonate, user),
    define("users.retryDataCopy", userActions.retryDataCopy, {
      objects: copies,
      view: async (client, path) =>
        (await viewUser(client, path))?.dataCopies.find(({ id }) => id === path["request"]) ?? null,
    }),
    define("staffRoles.assign", staffRoleActions.assign, {
      objects: staff,
      view: viewStaff,
      body: () => ({ roleId: "Support" }),
      undo: expireTestStaffRoles,
    }),
    define("staffRoles.expire", staffRoleActions.expire, {
      objects: staff,
      view: viewStaff,
      undo: expireTestStaffRoles,
    }),
    ...resetActions.map((action) =>
      define(`adminInstances.${action}`, adminInstanceActions[action], {
        objects: adminInstances,
        view: viewAdminInstance,
        body: () => ({ action, note: "Requested by phone" }),
      }),
    ),
    define("adminInstances.terminate", adminInstanceActions.terminate, {
      objects: adminInstances,
      view: viewAdminInstance,
    }),
    define("instanceLogs.complete", instanceLogActions.complete, {
      objects: steps,
      view: viewStep,
      body: note,
    }),
    define("instanceLogs.fail", instanceLogActions.fail, {
      objects: steps,
      view: viewStep,
      body: note,
    }),
    define("instanceLogs.retry", instanceLogActions.retry, {
      objects: steps,
      view: viewStep,
      body: note,
    }),
    define("adminWorkspaces.deactivate", adminWorkspaceActions.deactivate, {
      objects: adminWorkspaces,
      view: viewWorkspace,
      body: reason,
    }),
    define("adminWorkspaces.changeLimit", adminWorkspaceActions.changeLimit, {
      objects: adminWorkspaces,
      view: viewWorkspace,
      body: () => ({ limit: "gpus", value: 32 }),
    }),
    define("adminWorkspaces.suspend", adminWorkspaceActions.suspend, {
      objects: adminWorkspaces,
      view: viewWorkspace,
      body: () => ({ reason: "Abuse report", effect: "keep_running" }),
    }),
    define("adminWorkspaces.lift", adminWorkspaceActions.lift, {
      objects: adminWorkspaces,
      view: viewWorkspace,
    }),
    define("adminWorkspaces.restore", adminWorkspaceActions.restore, {
      objects: adminWorkspaces,
      view: viewWorkspace,
    }),
  ];
}

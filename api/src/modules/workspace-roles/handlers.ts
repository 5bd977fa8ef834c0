/** Handlers of the roles of users in workspaces, for staff. */
import { actionDenial } from "#contracts/actions/action.ts";
import { workspaceRoleActions } from "#contracts/actions/workspace-roles.ts";
import { permissionsForRole } from "#contracts/permissions.ts";
import { createReason } from "#contracts/problem-reasons.ts";
import { workspaceRoles as roleIds } from "#contracts/roles.ts";
import type { UserWorkspaceRole, workspaceRoles as endpoints } from "#contracts/workspace-roles.ts";
import { assertNotDenied, type SessionCaller, toActor } from "../../core/http/authorization.ts";
import type { Tx } from "../../core/db/db.ts";
import { type Handlers, systemHandler, systemListHandler } from "../../core/http/handlers.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import { lockAccount } from "../accounts/accounts.ts";
import { transferOwnership } from "../members/transfer-ownership.ts";
import { sendMembershipEmail } from "../workspaces/membership-emails.ts";
import { changeRole, insertRole, lockWorkspace } from "../workspaces/memberships.ts";
import {
  joinProjectNames,
  replaceGrants,
  resolveGrantedProjects,
} from "../workspaces/project-grants.ts";
import {
  findOwnerRole,
  findRoleById,
  findRoleOf,
  findWorkspace,
  listGrantableProjects,
  listRoles,
} from "./store.ts";

const systemReason = "staff see and change the members of every workspace";

async function requireRole(tx: Tx, id: string): Promise<UserWorkspaceRole> {
  const role = await findRoleById(tx, id);
  if (role === null) throw new ProblemError("not_found");
  return role;
}

async function requireWorkspace(tx: Tx, id: string): Promise<UserWorkspaceRole["workspace"]> {
  const workspace = await findWorkspace(tx, id);
  if (workspace === null) throw fieldError("workspaceId", "unknown", { resource: "workspace" });
  return workspace;
}

const userTarget = ({ id, email }: { id: string; email: string }) => ({
  type: "user",
  id,
  name: email,
});

const reasonChange = (reason: string) => ({ field: "reason", from: null, to: reason });

/** Called with the row that the request names, and again with the row as it is under the locks. */
const assertPossible = (
  action: "change" | "reassignOwner",
  { caller, now }: { readonly caller: SessionCaller; readonly now: Date },
  role: UserWorkspaceRole,
): void => assertNotDenied(actionDenial(toActor(caller), workspaceRoleActions[action], role, now));

export const workspaceRolesHandlers = (deps: {
  readonly publicUrl: URL;
}): Handlers<typeof endpoints> => ({
  list: systemListHandler(systemReason, ({ query }) => listRoles(query)),

  roles: systemHandler(systemReason, async ({ tx, query }) => ({
    roles: roleIds.map((id) => ({
      id,
      permissions: permissionsForRole(id).map((name) => ({ name })),
    })),
    projects: query.workspace === undefined ? [] : await listGrantableProjects(tx, query.workspace),
  })),

  add: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, body, audit, publish } = context;
    const user = await lockAccount(tx, body.userId);
    if (user === null) throw fieldError("userId", "unknown", { resource: "user" });
    const { id: workspaceId } = await requireWorkspace(tx, body.workspaceId);
    await lockWorkspace(tx, workspaceId);
    const workspace = await requireWorkspace(tx, workspaceId);
    const subject = { user, workspace };
    assertNotDenied(actionDenial(toActor(caller), workspaceRoleActions.add, subject, now));
    if ((await findRoleOf(tx, workspaceId, user.id)) !== null)
      throw new ProblemError("email_already_in_use", {
        reason: createReason("already_members", { emails: [user.email] }),
      });
    const projects = await resolveGrantedProjects(tx, workspaceId, body);
    const membership = { workspaceId, userId: user.id, at: now };
    const id = uuidv7(now);
    await insertRole(tx, { ...membership, id, role: body.roleId, createdBy: caller.user.id });
    await replaceGrants(tx, { ...membership, projectIds: projects.map((project) => project.id) });
    audit({
      workspaceId,
      target: userTarget(user),
      changes: [
        { field: "role", from: null, to: body.roleId },
        ...(projects.length === 0
          ? []
          : [{ field: "projects", from: null, to: joinProjectNames(projects) }]),
        reasonChange(body.reason),
      ],
    });
    await sendMembershipEmail(
      deps,
      context,
      "member-added",
      { userId: user.id, workspace },
      (common) => ({ ...common, role: body.roleId }),
    );
    await publish(workspaceId, { topic: "workspace", id: null });
    return requireRole(tx, id);
  }),

  change: systemHandler(systemReason, async (context) => {
    const { tx, now, body, audit, publish } = context;
    const named = await requireRole(tx, body.id);
    assertPossible("change", context, named);
    await lockWorkspace(tx, named.workspace.id);
    const before = await requireRole(tx, body.id);
    assertPossible("change", context, before);
    const { user, workspace } = before;
    const projects = await resolveGrantedProjects(tx, workspace.id, body);
    const membership = { workspaceId: workspace.id, userId: user.id, at: now };
    await replaceGrants(tx, { ...membership, projectIds: projects.map(({ id }) => id) });
    await changeRole(tx, { ...membership, role: body.roleId });
    const [from, to] = [joinProjectNames(before.projects), joinProjectNames(projects)];
    const changes = [
      ...(before.role === body.roleId
        ? []
        : [{ field: "role", from: before.role, to: body.roleId }]),
      ...(from === to ? [] : [{ field: "projects", from, to }]),
    ];
    audit({
      workspaceId: workspace.id,
      target: userTarget(user),
      changes: changes.length === 0 ? [] : [...changes, reasonChange(body.reason)],
    });
    if (before.role !== body.roleId)
      await sendMembershipEmail(
        deps,
        context,
        "role-changed",
        { userId: user.id, workspace },
        (common) => ({ ...common, role: body.roleId }),
      );
    await publish(workspace.id, { topic: "workspace", id: null });
    return requireRole(tx, body.id);
  }),

  reassignOwner: systemHandler(systemReason, async (context) => {
    const { tx, now, body, audit, publish } = context;
    const named = await requireRole(tx, body.id);
    assertPossible("reassignOwner", context, named);
    if (body.handle !== named.workspace.handle) throw fieldError("handle", "mismatch");
    await lockAccount(tx, named.user.id);
    await lockWorkspace(tx, named.workspace.id);
    const before = await requireRole(tx, body.id);
    const { user, workspace } = before;
    audit({ workspaceId: workspace.id, target: userTarget(user) });
    assertPossible("reassignOwner", context, before);
    // Another request came first.
    if (before.role === "owner") return before;
    const owner = await findOwnerRole(tx, workspace.id);
    await transferOwnership(tx, {
      workspaceId: workspace.id,
      from: owner?.user.id ?? null,
      to: user.id,
      now,
    });
    audit({
      changes: [
        { field: "role", from: before.role, to: "owner" },
        { field: "owner", from: owner?.user.email ?? null, to: user.email },
        reasonChange(body.reason),
      ],
    });
    for (const recipient of [user.id, ...(owner === null ? [] : [owner.user.id])])
      await sendMembershipEmail(
        deps,
        context,
        "owner-reassigned",
        { userId: recipient, workspace },
        (common) => ({ ...common, member: user.name, note: body.reason }),
      );
    await publish(workspace.id, { topic: "workspace", id: null });
    return requireRole(tx, body.id);
  }),
});

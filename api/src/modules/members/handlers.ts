/** Members of a workspace: roles, removal, leaving, transfer of ownership. */
import {
  replaceGrants,
  joinProjectNames,
  resolveGrantedProjects,
} from "../workspaces/project-grants.ts";
import type { members as endpoints } from "#contracts/members.ts";
import {
  registerObjectLoader,
  assertNotDenied,
  type Caller,
  toActor,
} from "../../core/http/authorization.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers, memoizedListHandler } from "../../core/http/handlers.ts";
import { lockAccount } from "../accounts/accounts.ts";
import { sendSecurityNotification, toRecipient } from "../accounts/security-notifications.ts";
import { transferOwnership } from "./transfer-ownership.ts";
import { findMember, listMembers, type MemberRow, reassignCreatedObjects } from "./store.ts";
import {
  changeRole,
  expireRole,
  lockWorkspace,
  findRole,
  lockWorkspaceWithPermission,
} from "../workspaces/memberships.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { memberActions } from "#contracts/actions/members.ts";
import { revokeTokensOfUser } from "../tokens/revoke-tokens.ts";
import { assertHandleConfirmation } from "../workspaces/update-workspace.ts";
import { sendMembershipEmail } from "../workspaces/membership-emails.ts";

declare module "../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    member: MemberRow;
  }
}
registerObjectLoader("member", { find: findMember, ownerId: (row) => row.id });

const auditTarget = ({ id, email }: Pick<MemberRow, "id" | "email">) => ({
  type: "user",
  id,
  name: email,
});

/** Re-reads the member after the lock was taken. */
async function reloadMember(tx: Tx, id: string): Promise<MemberRow> {
  const row = await tx.maybeOne<MemberRow>(findMember(id));
  if (row === null) throw new ProblemError("not_found");
  return row;
}

/** Called with the row that authorization loaded, and again with the row as it is under the lock. */
const assertPossible = (
  action: "setRole" | "remove" | "reassignOwner",
  { caller, now }: { readonly caller: Caller; readonly now: Date },
  row: MemberRow,
): void => assertNotDenied(actionDenial(toActor(caller), memberActions[action], row.json, now));

const systemReason = "a member's default may be another workspace";

export const membersHandlers = (deps: { readonly publicUrl: URL }): Handlers<typeof endpoints> => ({
  list: memoizedListHandler(listMembers),

  setRole: async (context) => {
    const { tx, now, caller, workspace, member, body, audit, publish } = context;
    assertPossible("setRole", context, member);
    await lockWorkspaceWithPermission(tx, workspace.id, caller.user.id, "member.manage");
    const before = await reloadMember(tx, member.id);
    assertPossible("setRole", context, before);
    const projects = await resolveGrantedProjects(tx, workspace.id, body);
    const membership = { workspaceId: workspace.id, userId: member.id };
    await replaceGrants(tx, { ...membership, projectIds: projects.map(({ id }) => id), at: now });
    await changeRole(tx, { ...membership, role: body.roleId, at: now });
    const [from, to] = [joinProjectNames(before.projects), joinProjectNames(projects)];
    audit({
      target: auditTarget(before),
      changes: [
        ...(before.role === body.roleId
          ? []
          : [{ field: "role", from: before.role, to: body.roleId }]),
        ...(from === to ? [] : [{ field: "projects", from, to }]),
      ],
    });
    if (before.role !== body.roleId)
      await sendMembershipEmail(
        deps,
        context,
        "role-changed",
        { userId: member.id, workspace },
        (common) => ({ ...common, role: body.roleId }),
      );
    await publish(workspace.id, { topic: "workspace", id: null });
    return (await reloadMember(tx, member.id)).json;
  },

  remove: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, workspace, member, audit, publish } = context;
    assertPossible("remove", context, member);
    await lockAccount(tx, member.id);
    await lockWorkspaceWithPermission(tx, workspace.id, caller.user.id, "member.manage");
    const before = await reloadMember(tx, member.id);
    assertPossible("remove", context, before);
    await removeMembership(tx, workspace.id, before.id, now);
    await reassignCreatedObjects(tx, {
      workspaceId: workspace.id,
      from: before.id,
      to: caller.user.id,
    });
    audit({
      target: auditTarget(before),
      changes: [{ field: "role", from: before.role, to: null }],
    });
    await sendMembershipEmail(
      deps,
      context,
      "member-removed",
      { userId: before.id, workspace },
      (common) => common,
    );
    await publish(workspace.id, { topic: "workspace", id: null });
    return null;
  }),

  leave: systemHandler(systemReason, async ({ tx, now, caller, workspace, audit, publish }) => {
    const { id, email } = caller.user;
    await lockAccount(tx, id);
    await lockWorkspace(tx, workspace.id);
    const role = await findRole(tx, workspace.id, id);
    if (role === null) throw new ProblemError("permission_denied_missing_role");
    assertNotDenied(actionDenial(toActor(caller), memberActions.leave, { role }, now));
    await removeMembership(tx, workspace.id, id, now);
    audit({
      target: auditTarget({ id, email }),
      changes: [{ field: "role", from: role, to: null }],
    });
    await publish(workspace.id, { topic: "workspace", id: null });
    return null;
  }),

  reassignOwner: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, workspace, member, body, audit, publish } = context;
    assertPossible("reassignOwner", context, member);
    assertHandleConfirmation(body.handle, workspace);
    await lockAccount(tx, member.id);
    await lockWorkspaceWithPermission(tx, workspace.id, caller.user.id, "owner.reassign");
    const before = await reloadMember(tx, member.id);
    assertPossible("reassignOwner", context, before);
    await transferOwnership(tx, {
      workspaceId: workspace.id,
      from: caller.user.id,
      to: before.id,
      now,
    });
    audit({
      target: auditTarget(before),
      changes: [
        { field: "role", from: before.role, to: "owner" },
        { field: "owner", from: caller.user.email, to: before.email },
      ],
    });
    await sendSecurityNotification(deps, context, toRecipient(caller), "ownership_given", {
      workspace: workspace.name,
      member: before.json.name,
    });
    await sendMembershipEmail(
      deps,
      context,
      "ownership-received",
      { userId: before.id, workspace },
      (common) => ({ ...common, member: `${caller.user.firstName} ${caller.user.lastName}` }),
    );
    await publish(workspace.id, { topic: "workspace", id: null });
    return (await reloadMember(tx, before.id)).json;
  }),
});

/** Also revokes the member's access tokens, so that they do not work again if the user rejoins. */
async function removeMembership(
  tx: Tx,
  workspaceId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await expireRole(tx, { workspaceId, userId, now });
  await revokeTokensOfUser(tx, userId, workspaceId, now);
}

/** The people of a workspace: what they are there, and how they leave. */
import type { Member, members as calls } from "#contracts/members.ts";
import type { WorkspaceRoleId } from "#contracts/permissions.ts";
import { loads } from "../core/access.ts";
import type { Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem, type Handlers, listing } from "../core/handlers.ts";
import { lockAccount } from "../auth/accounts.ts";
import { sendNotice } from "../auth/notices.ts";
import { expireInvitesOf } from "../invites/ending.ts";
import { revokeTokensOf } from "../tokens/revoke.ts";
import { demandTypedHandle } from "../workspaces/change.ts";
import { changeRole, endRole, lockAs, lockWorkspace, roleIn } from "../workspaces/roles.ts";
import { namesOf, projectsFor, replaceGrants } from "./grants.ts";
import { tellMember } from "./letters.ts";
import { findMember, listMembers, type MemberRow, passOn } from "./store.ts";

declare module "../core/access.ts" {
  interface Granted {
    member: MemberRow;
  }
}
loads("member", { find: findMember, ownedBy: (row) => row.id });

const shown = (row: MemberRow): Member => ({
  id: row.id,
  email: row.email,
  name: row.name,
  avatarUrl: row.avatar_id === null ? null : `/api/v1/avatars/${row.avatar_id}`,
  role: row.role,
  twoFactorEnabled: row.two_factor,
  projects: row.projects,
  joinedAt: row.joined_at.toISOString(),
  lastActiveAt: row.last_active_at?.toISOString() ?? null,
});

const targetOf = ({ id, email }: Pick<MemberRow, "id" | "email">) => ({
  type: "user",
  id,
  name: email,
});

/** As they are once it is this call's turn. */
async function memberNow(tx: Tx, id: string): Promise<MemberRow> {
  const row = await tx.maybe<MemberRow>(findMember(id));
  if (row === null) throw new Refusal("not_found");
  return row;
}

function demandOther(caller: { user: { id: string } }, member: MemberRow): void {
  if (member.id === caller.user.id) throw new Refusal("permission_denied_cannot_do_on_self");
}

const reason = "a person's default may be in another workspace";

export const memberHandlers = (parts: { readonly publicUrl: URL }): Handlers<typeof calls> => ({
  list: listing(({ query }) => listMembers(query)),

  setRole: async (context) => {
    const { tx, now, caller, workspace, member, body, note, announce } = context;
    demandOther(caller, member);
    await lockAs(tx, workspace.id, caller.user.id, "member.manage");
    const before = await memberNow(tx, member.id);
    if (before.role === "owner") throw new Refusal("cannot_reassign_only_admin");
    const projects = await projectsFor(tx, workspace.id, body);
    const place = { workspaceId: workspace.id, userId: member.id };
    await replaceGrants(tx, { ...place, projectIds: projects.map(({ id }) => id), at: now });
    await changeRole(tx, { ...place, role: body.roleId });
    const [from, to] = [namesOf(before.projects), namesOf(projects)];
    note({
      target: targetOf(before),
      changes: [
        ...(before.role === body.roleId
          ? []
          : [{ field: "role", from: before.role, to: body.roleId }]),
        ...(from === to ? [] : [{ field: "projects", from, to }]),
      ],
    });
    if (before.role !== body.roleId)
      await tellMember(parts, context, "role-changed", {
        userId: member.id,
        workspace,
        role: body.roleId,
      });
    await announce(workspace.id, { topic: "workspace", id: null });
    return shown(await memberNow(tx, member.id));
  },

  remove: asSystem(reason, async (context) => {
    const { tx, now, caller, workspace, member, note, announce } = context;
    demandOther(caller, member);
    await lockAccount(tx, member.id);
    await lockAs(tx, workspace.id, caller.user.id, "member.manage");
    const before = await memberNow(tx, member.id);
    if (before.role === "owner") throw new Refusal("cannot_expire_only_admin");
    await leaveWorkspace(tx, workspace.id, before.id, now);
    await passOn(tx, { workspaceId: workspace.id, from: before.id, to: caller.user.id });
    note({ target: targetOf(before), changes: [{ field: "role", from: before.role, to: null }] });
    await tellMember(parts, context, "member-removed", {
      userId: before.id,
      workspace,
      role: before.role,
    });
    await announce(workspace.id, { topic: "workspace", id: null });
    return null;
  }),

  leave: asSystem(reason, async ({ tx, now, caller, workspace, note, announce }) => {
    const { id, email } = caller.user;
    await lockAccount(tx, id);
    await lockWorkspace(tx, workspace.id);
    const role = await roleIn(tx, workspace.id, id);
    if (role === null) throw new Refusal("permission_denied_missing_role");
    if (role === "owner") throw new Refusal("cannot_expire_only_admin");
    await leaveWorkspace(tx, workspace.id, id, now);
    note({ target: targetOf({ id, email }), changes: [{ field: "role", from: role, to: null }] });
    await announce(workspace.id, { topic: "workspace", id: null });
    return null;
  }),

  reassignOwner: asSystem(reason, async (context) => {
    const { tx, now, caller, workspace, member, body, note, announce } = context;
    demandOther(caller, member);
    demandTypedHandle(body.handle, workspace);
    const person = await lockAccount(tx, member.id);
    await lockAs(tx, workspace.id, caller.user.id, "owner.reassign");
    const before = await memberNow(tx, member.id);
    if (person?.status !== "active") throw new Refusal("cannot_reassign_only_admin");
    await moveOwnership(tx, {
      workspaceId: workspace.id,
      from: caller.user.id,
      to: before.id,
      now,
    });
    note({
      target: targetOf(before),
      changes: [
        { field: "role", from: before.role, to: "owner" },
        { field: "owner", from: caller.user.email, to: before.email },
      ],
    });
    const told = { workspace: workspace.name, member: before.name };
    const giver = { ...caller.user, first_name: caller.user.firstName };
    await sendNotice(parts, context, giver, "ownership_given", told);
    await tellMember(parts, context, "ownership-received", {
      userId: before.id,
      workspace,
      role: "owner",
      member: `${caller.user.firstName} ${caller.user.lastName}`,
    });
    await announce(workspace.id, { topic: "workspace", id: null });
    return shown(await memberNow(tx, before.id));
  }),
});

/** The tokens they made end with it, so that they do not come back with the person. */
async function leaveWorkspace(
  tx: Tx,
  workspaceId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await endRole(tx, { workspaceId, userId, now });
  await revokeTokensOf(tx, userId, workspaceId, now);
}

/** The workspace is held. There is one owner at a time, so one steps down before the other steps up. */
async function moveOwnership(
  tx: Tx,
  { workspaceId, from, to, now }: { workspaceId: string; from: string; to: string; now: Date },
): Promise<void> {
  const become = (userId: string, role: WorkspaceRoleId) =>
    changeRole(tx, { workspaceId, userId, role });
  await become(from, "administrator");
  await become(to, "owner");
  await replaceGrants(tx, { workspaceId, userId: to, projectIds: [], at: now });
  await expireInvitesOf(tx, workspaceId, from, now);
}

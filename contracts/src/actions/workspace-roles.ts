/** What staff may do with the roles of users in workspaces: as their owner, except for their own account. */
import { createReason } from "../problem-reasons.ts";
import type { User } from "../users.ts";
import { type UserWorkspaceRole, workspaceRoles } from "../workspace-roles.ts";
import { defineAction, type StateDenial } from "./action.ts";
import { type Actor, workspaceSuspended } from "./actor.ts";
import { cannotReceiveOwnership, cannotReassignOwner, ownAccount } from "./members.ts";

type RoleSubject = Pick<UserWorkspaceRole, "user" | "workspace" | "role">;

/** No staff member gives themselves access to a customer's workspace. */
const onSelf = ({ id }: { readonly id: string }, { userId }: Actor): StateDenial | null =>
  id === userId ? ownAccount : null;

const deactivated = ({
  status,
}: Pick<UserWorkspaceRole["workspace"], "status">): StateDenial | null =>
  status === "deactivated" ? createReason("workspace_is_deactivated") : null;

export const workspaceRoleActions = {
  /** The page of a user knows no workspace yet, and that of a workspace no user. */
  add: defineAction<{
    readonly user: Pick<User, "id" | "status"> | null;
    readonly workspace: Pick<UserWorkspaceRole["workspace"], "status"> | null;
  }>(workspaceRoles.add, {
    unavailable: ({ user, workspace }, actor) => {
      if (user !== null) {
        const denied = onSelf(user, actor);
        if (denied !== null) return denied;
        if (user.status === "deleted")
          return {
            code: "user_is_deleted",
            message: "This account is deleted",
            problem: "validation_failed",
          };
        if (user.status !== "active")
          return {
            code: "user_is_not_active",
            message: "Available only while the account is active",
          };
      }
      if (workspace === null) return null;
      return workspace.status === "suspended" ? workspaceSuspended : deactivated(workspace);
    },
  }),
  change: defineAction<RoleSubject>(workspaceRoles.change, {
    unavailable: ({ user, workspace, role }, actor) =>
      onSelf(user, actor) ??
      deactivated(workspace) ??
      (role === "owner" ? cannotReassignOwner : null),
  }),
  reassignOwner: defineAction<RoleSubject>(workspaceRoles.reassignOwner, {
    unavailable: ({ user, workspace, role }, actor) =>
      onSelf(user, actor) ??
      deactivated(workspace) ??
      (role === "owner" ? { ...createReason("member_owns_workspace"), isRepeat: true } : null) ??
      (user.status === "active" ? null : cannotReceiveOwnership),
  }),
};

/** What may be done with a workspace, by its members and by staff. */
import { type AdminWorkspace, adminWorkspaces } from "../admin-workspaces.ts";
import { type WorkspaceBlocker, type WorkspaceRow, workspaces } from "../workspaces.ts";
import { defineAction, type StateDenial } from "./action.ts";

const hasInstances: StateDenial = {
  code: "workspace_has_instances",
  message: "The workspace still has running instances",
};

export const workspaceActions = {
  makeDefault: defineAction<Pick<WorkspaceRow, "isDefault">>(workspaces.makeDefault, {
    unavailable: ({ isDefault }) =>
      isDefault
        ? {
            code: "workspace_is_default",
            message: "This is already your default workspace",
            isRepeat: true,
          }
        : null,
  }),
  remove: defineAction<{ readonly blockers: readonly WorkspaceBlocker[] }>(workspaces.remove, {
    unavailable: ({ blockers }) => (blockers.length === 0 ? null : hasInstances),
  }),
};

type AdminWorkspaceSubject = Pick<
  AdminWorkspace,
  "status" | "instanceCount" | "restorableUntil" | "owner"
>;

export const adminWorkspaceActions = {
  deactivate: defineAction<AdminWorkspaceSubject>(adminWorkspaces.remove, {
    unavailable: ({ status, instanceCount }) => {
      if (status === "deactivated")
        return { code: "workspace_is_deactivated", message: "It is deactivated already" };
      const message =
        instanceCount === 1 ? "1 instance still exists" : `${instanceCount} instances still exist`;
      return instanceCount === 0 ? null : { ...hasInstances, message };
    },
  }),
  restore: defineAction<AdminWorkspaceSubject>(adminWorkspaces.restore, {
    unavailable: ({ status, restorableUntil, owner }, _actor, now) => {
      if (status !== "deactivated" || restorableUntil === null)
        return { code: "workspace_is_not_deactivated", message: "It is not deactivated" };
      if (now.getTime() > Date.parse(restorableUntil))
        return {
          code: "workspace_restore_expired",
          message: "It was deactivated more than 30 days ago",
        };
      return owner === null
        ? { code: "workspace_has_no_owner", message: "Nobody is its owner any more" }
        : null;
    },
  }),
};

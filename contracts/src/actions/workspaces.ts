/** What may be done with a workspace, by its members and by staff. */
import { createReason } from "../problem-reasons.ts";
import { type AdminWorkspace, adminWorkspaces } from "../admin-workspaces.ts";
import { type WorkspaceBlocker, type WorkspaceRow, workspaces } from "../workspaces.ts";
import { workspaceSuspension } from "../workspace-suspension.ts";
import { defineAction } from "./action.ts";

export const workspaceActions = {
  makeDefault: defineAction<Pick<WorkspaceRow, "isDefault">>(workspaces.makeDefault, {
    unavailable: ({ isDefault }) =>
      isDefault ? { ...createReason("workspace_is_default"), isRepeat: true } : null,
  }),
  remove: defineAction<{ readonly blockers: readonly WorkspaceBlocker[] }>(workspaces.remove, {
    unavailable: ({ blockers }) => {
      const [blocker] = blockers;
      if (blocker === undefined) return null;
      return blocker.kind === "unpaid_invoices"
        ? createReason("workspace_has_unpaid_invoices", { invoices: blocker.count })
        : createReason("workspace_not_empty", { instances: blocker.count });
    },
  }),
};

/** Days in which staff can restore a deactivated workspace. */
export const restorableDays = 30;

type AdminWorkspaceSubject = Pick<
  AdminWorkspace,
  "status" | "instanceCount" | "restorableUntil" | "owner"
>;

export const adminWorkspaceActions = {
  suspend: defineAction<Pick<AdminWorkspace, "status">>(workspaceSuspension.suspend, {
    unavailable: ({ status }) => {
      if (status === "deactivated") return createReason("workspace_is_deactivated");
      return status === "suspended"
        ? { ...createReason("workspace_is_suspended"), isRepeat: true }
        : null;
    },
  }),
  lift: defineAction<Pick<AdminWorkspace, "suspension">>(workspaceSuspension.lift, {
    unavailable: ({ suspension }) =>
      suspension === null ? { ...createReason("workspace_not_suspended"), isRepeat: true } : null,
  }),
  deactivate: defineAction<AdminWorkspaceSubject>(adminWorkspaces.remove, {
    unavailable: ({ status, instanceCount }) => {
      if (status === "deactivated") return createReason("workspace_is_deactivated");
      return instanceCount === 0
        ? null
        : createReason("workspace_not_empty", { instances: instanceCount });
    },
  }),
  restore: defineAction<AdminWorkspaceSubject>(adminWorkspaces.restore, {
    unavailable: ({ status, restorableUntil, owner }, _actor, now) => {
      if (status !== "deactivated" || restorableUntil === null)
        return createReason("workspace_not_deactivated");
      if (now.getTime() > Date.parse(restorableUntil))
        return createReason("workspace_deactivated_too_long", { days: restorableDays });
      return owner === null ? createReason("workspace_without_owner") : null;
    },
  }),
  changeLimit: defineAction<Pick<AdminWorkspaceSubject, "status">>(adminWorkspaces.updateLimit, {
    unavailable: ({ status }) =>
      status === "deactivated" ? createReason("workspace_is_deactivated") : null,
  }),
};

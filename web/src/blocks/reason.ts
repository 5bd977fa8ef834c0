import { useLingui } from "@lingui/react/macro";
import type { Reason } from "#contracts/kit.ts";
import { reachOf, type StaffPermission, type WorkspacePermission } from "#contracts/permissions.ts";
import {
  isStaffPermission,
  staffCan,
  useMaybeWorkspace,
  whichStaffMay,
  whoMay,
} from "../lib/permissions.ts";
import { useSelf } from "../lib/session.ts";
import { wordReason, wordRole, wordStaffRole } from "../lib/wording.ts";

export interface Conditions {
  /** Not needed: everyone who sees the page may. */
  readonly permission?: WorkspacePermission | StaffPermission | undefined;
  /** What the state rule of the contract says about this row, or the sentence itself. */
  readonly reason?: Reason | string | null | undefined;
}

/** Turns permission and state into the sentence a disabled action shows; null when it is possible. */
export function useWhyNot(): (conditions: Conditions) => string | null {
  const { i18n } = useLingui();
  const mayNot = useMayNot();
  return ({ permission, reason }) => {
    const denied = permission === undefined ? null : mayNot(permission);
    if (denied !== null || reason === undefined || reason === null) return denied;
    return typeof reason === "string" ? reason : wordReason(i18n, reason);
  };
}

function useMayNot(): (permission: WorkspacePermission | StaffPermission) => string | null {
  const { i18n, t } = useLingui();
  const role = useMaybeWorkspace();
  const self = useSelf();
  return (permission) => {
    if (isStaffPermission(permission)) {
      if (staffCan(self, permission)) return null;
      const roles = whichStaffMay(permission)
        .map((id) => wordStaffRole(i18n, id))
        .join(", ");
      return t`Your staff role doesn't include this permission (${permission}). Roles that do: ${roles}.`;
    }
    if (role?.workspaceRole.permissions.includes(permission) === true) return null;
    const isActing = self.userSession.authType === "impersonate";
    if (isActing && role !== null && reachOf(role.workspaceRoleId, permission) !== null)
      return t`Not available while you act as a customer (${permission}).`;
    const roles = whoMay(permission)
      .map((id) => wordRole(i18n, id))
      .join(", ");
    return t`Your role doesn't allow this (${permission}). Roles that do: ${roles}. Ask the workspace owner to change your role.`;
  };
}

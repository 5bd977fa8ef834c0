import { useLingui } from "@lingui/react/macro";
import type { UnavailableReason } from "#contracts/endpoint.ts";
import {
  accessLevel,
  type StaffPermission,
  type WorkspacePermission,
} from "#contracts/permissions.ts";
import {
  isStaffPermission,
  hasStaffPermission,
  useOptionalWorkspace,
  staffRolesWithPermission,
  workspaceRolesWithPermission,
} from "../lib/session/permissions.ts";
import { useSessionInfo } from "../lib/session/session.ts";
import {
  unavailableReasonMessage,
  workspaceRoleLabel,
  staffRoleLabel,
} from "../lib/i18n/messages.ts";

export interface ActionConditions {
  /** Omitted when everyone who sees the page may do it. */
  readonly permission?: WorkspacePermission | StaffPermission | undefined;
  /** Unavailable reason of the contract's state rule for this row, or the sentence itself. */
  readonly reason?: UnavailableReason | string | null | undefined;
}

/** Returns the disabled reason for a permission and a state; null when the action is available. */
export function useDisabledReason(): (conditions: ActionConditions) => string | null {
  const { i18n } = useLingui();
  const mayNot = usePermissionDeniedReason();
  return ({ permission, reason }) => {
    const denied = permission === undefined ? null : mayNot(permission);
    if (denied !== null || reason === undefined || reason === null) return denied;
    return typeof reason === "string" ? reason : unavailableReasonMessage(i18n, reason);
  };
}

function usePermissionDeniedReason(): (
  permission: WorkspacePermission | StaffPermission,
) => string | null {
  const { i18n, t } = useLingui();
  const role = useOptionalWorkspace();
  const self = useSessionInfo();
  return (permission) => {
    if (isStaffPermission(permission)) {
      if (hasStaffPermission(self, permission)) return null;
      const roles = staffRolesWithPermission(permission)
        .map((id) => staffRoleLabel(i18n, id))
        .join(", ");
      return t`Your staff role doesn't include this permission (${permission}). Roles that do: ${roles}.`;
    }
    if (role?.workspaceRole.permissions.includes(permission) === true) return null;
    const isActing = self.userSession.authType === "impersonate";
    if (isActing && role !== null && accessLevel(role.workspaceRoleId, permission) !== null)
      return t`Not available while you act as a customer (${permission}).`;
    const roles = workspaceRolesWithPermission(permission)
      .map((id) => workspaceRoleLabel(i18n, id))
      .join(", ");
    return t`Your role doesn't allow this (${permission}). Roles that do: ${roles}. Ask the workspace owner to change your role.`;
  };
}

import { useLingui } from "@lingui/react/macro";
import type { Reason } from "#contracts/kit.ts";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import { useMaybeWorkspace, whoMay } from "../lib/permissions.ts";
import { wordReason, wordRole } from "../lib/wording.ts";

export interface Conditions {
  /** Not needed: everyone who sees the page may. */
  readonly permission?: WorkspacePermission | undefined;
  /** What the state rule of the contract says about this row. */
  readonly reason?: Reason | null | undefined;
}

/** Turns permission and state into the sentence a disabled action shows; null when it is possible. */
export function useWhyNot(): (conditions: Conditions) => string | null {
  const { i18n, t } = useLingui();
  const role = useMaybeWorkspace();
  return ({ permission, reason }) => {
    if (permission !== undefined && role?.workspaceRole.permissions.includes(permission) !== true) {
      const roles = whoMay(permission)
        .map((id) => wordRole(i18n, id))
        .join(", ");
      return t`Your role does not allow this (${permission}). Roles that may: ${roles}. The owner can change yours.`;
    }
    return reason === undefined || reason === null ? null : wordReason(i18n, reason);
  };
}

/** Messages for the denial codes of the contract's rules. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Denial } from "#contracts/actions/actor.ts";
import {
  isStaffPermission,
  rolesWithPermission,
  staffAccessLevel,
  type StaffPermission,
  staffRolesWithPermission,
  type WorkspacePermission,
} from "#contracts/permissions.ts";
import { type StaffRoleId, staffRoles } from "#contracts/roles.ts";
import { staffRoleLabel, workspaceRoleLabel } from "./messages.ts";
import { unavailableReasonMessage } from "./reason-messages.ts";

const staffRoleLabels = (i18n: I18n, roles: readonly StaffRoleId[]): string =>
  roles.map((role) => staffRoleLabel(i18n, role)).join(", ");

function missingPermissionMessage(
  i18n: I18n,
  permission: WorkspacePermission | StaffPermission,
): MessageDescriptor {
  if (isStaffPermission(permission)) {
    const roles = staffRoleLabels(i18n, staffRolesWithPermission(permission));
    return msg`Your staff role doesn't include this permission (${permission}). Roles that do: ${roles}.`;
  }
  const roles = rolesWithPermission(permission)
    .map((role) => workspaceRoleLabel(i18n, role))
    .join(", ");
  return msg`Your role doesn't allow this (${permission}). Roles that do: ${roles}. Ask the workspace owner to change your role.`;
}

function detailsOnlyMessage(i18n: I18n): MessageDescriptor {
  const holders = staffRoles.filter(
    (role) => staffAccessLevel(role, "staff.user.update") === "all",
  );
  const roles = staffRoleLabels(i18n, holders);
  return msg`Your staff role can change only names, language, and time zone. Roles that can change more: ${roles}.`;
}

/** Messages that name the owner. */
const ownerMessages: Record<string, (owner: string) => MessageDescriptor> = {
  not_own_instance: (owner) =>
    msg`Your role allows this only for instances you created or that are in your own projects. This one belongs to ${owner}.`,
  not_own_instance_move: (owner) =>
    msg`Your role can move only instances you created or that are in your own projects. This one belongs to ${owner}.`,
  not_own_project: (owner) =>
    msg`Your role can change only projects you created. ${owner} created this one.`,
  not_own_target_project: (owner) =>
    msg`Your role can move instances only to your own projects. ${owner} created this one.`,
  not_own_order_project: (owner) =>
    msg`Your role can create instances only in your own projects. ${owner} created this one.`,
  not_own_queued_order: (owner) =>
    msg`Your role can cancel only orders you placed. ${owner} placed this one.`,
  not_own_key: (owner) => msg`Your role can delete only keys you added. ${owner} added this one.`,
};

const messages: Record<string, MessageDescriptor> = {
  no_workspace_role: msg`You don't have a role in this workspace.`,
  workspace_suspended: msg`The workspace is suspended: nothing new can be ordered, started, or invited.`,
  no_staff_role: msg`You don't have a staff role`,
  own_account: msg`You can't do this to your own account`,
  member_is_owner: msg`Transfer ownership first`,
  member_cannot_sign_in: msg`This account is locked or deactivated`,
  invite_not_valid: msg`Already revoked. Send a new invitation instead.`,
  invite_just_sent: msg`Just sent. You can resend it in a minute.`,
  project_is_default: msg`The default project can't be deleted. It holds instances that aren't assigned to another project.`,
  default_key_needed: msg`Make another key the default first.`,
  staff_rank: msg`Only an IT Admin can change a staff member's account`,
  user_is_staff: msg`You can't act as a staff member`,
  user_is_deleted: msg`This account is deleted`,
  user_is_not_active: msg`Available only while the account is active`,
  user_is_active: msg`This account is active`,
  user_is_unverified: msg`The email address of this account isn't verified yet`,
  user_is_frozen: msg`This account is locked`,
  user_is_deactivated: msg`Account deactivated`,
  user_delete_needs_deactivation: msg`Only deactivated accounts can be permanently deleted. Deactivate it first.`,
  user_owns_workspace: msg`This account owns a workspace. Transfer its ownership first.`,
};

function descriptorFor(i18n: I18n, denial: Denial): MessageDescriptor | undefined {
  const { code, permission, ownerName } = denial;
  if (code === "blocked_while_impersonating")
    return permission === undefined
      ? msg`Not available while you act as a customer.`
      : msg`Not available while you act as a customer (${permission}).`;
  if (code === "staff_role_changes_details_only") return detailsOnlyMessage(i18n);
  if (permission !== undefined && code.endsWith("role_lacks_permission"))
    return missingPermissionMessage(i18n, permission);
  const naming = ownerMessages[code];
  return naming === undefined ? messages[code] : naming(ownerName ?? i18n._(msg`Someone else`));
}

/** A denial in the reader's language. */
export function denialMessage(i18n: I18n, denial: Denial): string {
  const known = descriptorFor(i18n, denial);
  return known === undefined ? unavailableReasonMessage(i18n, denial) : i18n._(known);
}

/** What staff may do with the account of a user, with staff roles and with requests for data exports. */
import { createReason } from "../problem-reasons.ts";
import { mayActOn, type StaffAct, staffAccessLevel, type StaffPermission } from "../permissions.ts";
import { staffRoles } from "../staff-roles.ts";
import { type User, type UserDataCopy, users } from "../users.ts";
import { defineAction, type StateDenial } from "./action.ts";
import type { Actor } from "./actor.ts";
import { ownAccount } from "./members.ts";

type UserSubject = Pick<User, "id" | "staffRole">;
type StatusSubject = UserSubject & Pick<User, "status">;

const onSelf = ({ id }: Pick<User, "id">, { userId }: Actor): StateDenial | null =>
  id === userId ? ownAccount : null;

/** Staff roles have ranks: a permission to change users doesn't include accounts of higher-ranking staff. */
function rankDenial(
  { id, staffRole }: UserSubject,
  actor: Actor,
  act: StaffAct,
  permission: StaffPermission,
): StateDenial | null {
  if (id === actor.userId || actor.staffRole === null || mayActOn(actor.staffRole, staffRole, act))
    return null;
  return {
    code: act === "impersonate" ? "user_is_staff" : "staff_rank",
    message:
      act === "impersonate"
        ? "You can't act as a staff member"
        : "Only an IT Admin can change a staff member's account",
    problem: "permission_denied_missing_permission",
    permission,
  };
}

const isDeleted: StateDenial = {
  code: "user_is_deleted",
  message: "This account is deleted",
  problem: "not_found",
};
const deletedDenial = ({ status }: Pick<User, "status">): StateDenial | null =>
  status === "deleted" ? isDeleted : null;

const notActive: StateDenial = {
  code: "user_is_not_active",
  message: "Available only while the account is active",
  problem: "not_found",
};

/** Some staff roles change only name, language and time zone. */
const fieldDenial = ({ staffRole }: Actor): StateDenial | null =>
  staffRole !== null && staffAccessLevel(staffRole, "staff.user.update") === "all"
    ? null
    : {
        code: "staff_role_changes_details_only",
        message: "Your staff role can change only names, language, and time zone",
        problem: "permission_denied_missing_permission",
        permission: "staff.user.update",
      };

const editDenial = (user: StatusSubject, actor: Actor): StateDenial | null =>
  deletedDenial(user) ?? rankDenial(user, actor, "edit", "staff.user.update");

const accountDenial = (user: StatusSubject, actor: Actor): StateDenial | null =>
  fieldDenial(actor) ?? onSelf(user, actor) ?? editDenial(user, actor);

const settableStatuses = {
  active: ["frozen"],
  frozen: ["unverified", "active"],
  deactivated: ["unverified", "active", "frozen"],
} as const satisfies Record<string, readonly User["status"][]>;

/** Whether staff may set an account to `to` while it is `from`; `restore` reactivates a deactivated account. */
export const canSetStatus = (to: keyof typeof settableStatuses, from: User["status"]): boolean =>
  settableStatuses[to].some((status) => status === from);

const statusAction = (to: keyof typeof settableStatuses) =>
  defineAction<StatusSubject>(users.update, {
    unavailable: (user, actor) =>
      accountDenial(user, actor) ??
      (canSetStatus(to, user.status)
        ? null
        : {
            code: `user_is_${user.status}`,
            message: `An account that is ${user.status} can't be set to ${to}`,
            problem: "validation_failed",
            ...(user.status === to ? { isRepeat: true } : {}),
          }),
  });

export const userActions = {
  editDetails: defineAction<StatusSubject>(users.update, { unavailable: editDenial }),
  /** Changes email address, status or two-factor authentication in the form. */
  editAccount: defineAction<StatusSubject>(users.update, { unavailable: accountDenial }),
  unlock: statusAction("active"),
  lock: statusAction("frozen"),
  deactivate: statusAction("deactivated"),
  disableTwoFactor: defineAction<StatusSubject & Pick<User, "twoFactorEnabled">>(users.update, {
    unavailable: (user, actor) =>
      accountDenial(user, actor) ??
      (user.twoFactorEnabled ? null : { ...createReason("two_factor_is_off"), isRepeat: true }),
  }),
  restore: defineAction<StatusSubject>(users.restore, {
    unavailable: (user, actor) =>
      onSelf(user, actor) ??
      deletedDenial(user) ??
      rankDenial(user, actor, "restore", "staff.user.restore") ??
      (["deactivated", "frozen"].includes(user.status)
        ? null
        : {
            ...createReason(
              user.status === "unverified" ? "user_not_verified" : "user_is_not_deactivated",
            ),
            ...(user.status === "active" ? { isRepeat: true } : {}),
          }),
  }),
  deleteForever: defineAction<StatusSubject & { workspaces: readonly { role: string }[] }>(
    users.deleteForever,
    {
      unavailable: (user, actor) => {
        const denied =
          onSelf(user, actor) ??
          rankDenial(user, actor, "delete", "staff.user.delete_forever") ??
          (user.status === "deleted" ? { ...isDeleted, isRepeat: true } : null);
        if (denied !== null) return denied;
        if (user.status !== "deactivated")
          return {
            code: "user_delete_needs_deactivation",
            message: "Only deactivated accounts can be permanently deleted",
            problem: "active_user_cannot_be_deleted_permanently",
          };
        return user.workspaces.some(({ role }) => role === "owner")
          ? {
              code: "user_owns_workspace",
              message: "This account owns a workspace",
              problem: "cannot_expire_only_admin",
            }
          : null;
      },
    },
  ),
  impersonate: defineAction<StatusSubject>(users.impersonate, {
    unavailable: (user, actor) =>
      onSelf(user, actor) ??
      (user.status === "active" ? null : notActive) ??
      rankDenial(user, actor, "impersonate", "staff.user.impersonate"),
  }),
  retryDataCopy: defineAction<Pick<UserDataCopy, "status" | "hasOpenRequest">>(
    users.retryDataCopy,
    {
      unavailable: ({ status, hasOpenRequest }) => {
        if (status !== "failed") return createReason("export_not_failed");
        return hasOpenRequest ? createReason("export_in_progress") : null;
      },
    },
  ),
};

export const staffRoleActions = {
  assign: defineAction<Pick<User, "id" | "status">>(staffRoles.assign, {
    unavailable: (user, actor) =>
      onSelf(user, actor) ?? (user.status === "active" ? null : notActive),
  }),
  expire: defineAction<Pick<User, "id">>(staffRoles.expire, { unavailable: onSelf }),
};

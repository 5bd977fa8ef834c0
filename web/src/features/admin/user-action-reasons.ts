/** Staff actions on a user, with their disabled reasons. */
import { useLingui } from "@lingui/react/macro";
import { mayActOn, type StaffAct, staffAccessLevel } from "#contracts/permissions.ts";
import type { User, UserStatus } from "#contracts/users.ts";
import { useDisabledReason } from "../../components/use-disabled-reason.ts";
import { staffRolesWithPermission } from "../../lib/session/permissions.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";

/** Null when the action is available. */
type DisabledReason = string | null;

export interface UserActionReasons {
  readonly details: DisabledReason;
  /** Email, status and two-factor authentication, which only some roles may change. */
  readonly everything: DisabledReason;
  readonly status: DisabledReason;
  readonly restore: DisabledReason;
  readonly twoFactorOff: DisabledReason;
  readonly deleteForever: DisabledReason;
  readonly impersonate: DisabledReason;
}

type UserSubject = Pick<User, "id" | "status" | "staffRole" | "twoFactorEnabled">;

export function useUserActionReasons(user: UserSubject): UserActionReasons {
  const { t } = useLingui();
  const whyNot = useDisabledReason();
  const self = useSessionInfo();
  const ranked = useRankRule(user);
  const everything = useCommonReason() ?? ranked("edit");
  const states = useStatusReasons();
  const isSelf = user.id === self.user.id;
  const onSelf = isSelf ? t`You can't do this to your own account` : null;
  const gone = user.status === "deleted" ? t`This account is deleted` : null;
  return {
    details: whyNot({ permission: "staff.user.update", reason: gone ?? ranked("edit") }),
    everything: everything ?? gone,
    status: everything ?? onSelf ?? gone,
    restore: whyNot({
      permission: "staff.user.restore",
      reason: onSelf ?? ranked("restore") ?? states.restore(user.status),
    }),
    twoFactorOff:
      everything ??
      onSelf ??
      gone ??
      (user.twoFactorEnabled ? null : t`Two-factor authentication isn't turned on`),
    deleteForever: whyNot({
      permission: "staff.user.delete_forever",
      reason: onSelf ?? ranked("delete") ?? states.deleteForever(user.status),
    }),
    impersonate: whyNot({
      permission: "staff.user.impersonate",
      reason:
        onSelf ??
        (user.staffRole === null
          ? states.impersonate(user.status)
          : t`You can't act as a staff member`),
    }),
  };
}

/** The rank rule: only some staff roles may change the accounts of other staff. */
function useRankRule(user: UserSubject): (act: StaffAct) => DisabledReason {
  const { t } = useLingui();
  const { userStaffRole, user: self } = useSessionInfo();
  const role = userStaffRole?.userStaffRoleId;
  return (act) =>
    role === undefined || user.id === self.id || mayActOn(role, user.staffRole, act)
      ? null
      : t`Only an IT Admin can change a staff member's account`;
}

function useStatusReasons() {
  const { t } = useLingui();
  return {
    restore: (status: UserStatus): DisabledReason =>
      status === "deactivated" ? null : t`Only deactivated accounts can be restored`,
    deleteForever: (status: UserStatus): DisabledReason => {
      if (status === "deleted") return t`This account is deleted`;
      return status === "deactivated"
        ? null
        : t`Only deactivated accounts can be permanently deleted. Deactivate it first.`;
    },
    impersonate: (status: UserStatus): DisabledReason =>
      status === "active" ? null : t`Available only while the account is active`,
  };
}

/** Disabled reason of the fields that only some roles may change. */
function useCommonReason(): DisabledReason {
  const { t, i18n } = useLingui();
  const whyNot = useDisabledReason();
  const { userStaffRole } = useSessionInfo();
  const denied = whyNot({ permission: "staff.user.update" });
  if (denied !== null || userStaffRole === null) return denied;
  if (staffAccessLevel(userStaffRole.userStaffRoleId, "staff.user.update") === "all") return null;
  const roles = staffRolesWithPermission("staff.user.update")
    .filter((role) => staffAccessLevel(role, "staff.user.update") === "all")
    .map((role) => staffRoleLabel(i18n, role))
    .join(", ");
  return t`Your staff role can change only names, language, and time zone. Roles that can change more: ${roles}.`;
}

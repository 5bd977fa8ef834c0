/** What staff may do with a person, and the sentence that says why not. */
import { useLingui } from "@lingui/react/macro";
import { mayActOn, type StaffAct, staffReachOf } from "#contracts/permissions.ts";
import type { User, UserStatus } from "#contracts/users.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import { whichStaffMay } from "../../lib/permissions.ts";
import { useSelf } from "../../lib/session.ts";
import { wordStaffRole } from "../../lib/wording.ts";

/** Null where it is possible. */
type Answer = string | null;

export interface UserRules {
  readonly details: Answer;
  /** E-mail, status and second factor: for those whose role changes everything. */
  readonly everything: Answer;
  readonly status: Answer;
  readonly restore: Answer;
  readonly twoFactorOff: Answer;
  readonly deleteForever: Answer;
  readonly impersonate: Answer;
}

type Subject = Pick<User, "id" | "status" | "staffRole" | "twoFactorEnabled">;

export function useUserRules(user: Subject): UserRules {
  const { t } = useLingui();
  const whyNot = useWhyNot();
  const self = useSelf();
  const ranked = useRankRule(user);
  const everything = useWhyNotEverything() ?? ranked("edit");
  const states = useStateRules();
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

/** Only some staff roles change the accounts of other staff. */
function useRankRule(user: Subject): (act: StaffAct) => Answer {
  const { t } = useLingui();
  const { userStaffRole, user: self } = useSelf();
  const role = userStaffRole?.userStaffRoleId;
  return (act) =>
    role === undefined || user.id === self.id || mayActOn(role, user.staffRole, act)
      ? null
      : t`Only an IT Admin can change a staff member's account`;
}

function useStateRules() {
  const { t } = useLingui();
  return {
    restore: (status: UserStatus): Answer =>
      status === "deactivated" ? null : t`Only deactivated accounts can be restored`,
    deleteForever: (status: UserStatus): Answer => {
      if (status === "deleted") return t`This account is deleted`;
      return status === "deactivated"
        ? null
        : t`Only deactivated accounts can be permanently deleted. Deactivate it first.`;
    },
    impersonate: (status: UserStatus): Answer =>
      status === "active" ? null : t`Available only while the account is active`,
  };
}

/** Some roles change only some fields. */
function useWhyNotEverything(): Answer {
  const { t, i18n } = useLingui();
  const whyNot = useWhyNot();
  const { userStaffRole } = useSelf();
  const denied = whyNot({ permission: "staff.user.update" });
  if (denied !== null || userStaffRole === null) return denied;
  if (staffReachOf(userStaffRole.userStaffRoleId, "staff.user.update") === "all") return null;
  const roles = whichStaffMay("staff.user.update")
    .filter((role) => staffReachOf(role, "staff.user.update") === "all")
    .map((role) => wordStaffRole(i18n, role))
    .join(", ");
  return t`Your staff role can change only names, language, and time zone. Roles that can change more: ${roles}.`;
}

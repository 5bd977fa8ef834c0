/** What staff may do with a person, and the sentence that says why not. */
import { useLingui } from "@lingui/react/macro";
import { staffReachOf } from "#contracts/permissions.ts";
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
  const everything = useWhyNotEverything();
  const self = useSelf();
  const states = useStateRules();
  const isSelf = user.id === self.user.id;
  const onSelf = isSelf ? t`You cannot do this to yourself` : null;
  const gone = user.status === "deleted" ? t`The account is deleted` : null;
  return {
    details: whyNot({ permission: "staff.user.update", reason: gone }),
    everything: everything ?? gone,
    status: everything ?? onSelf ?? gone,
    restore: whyNot({
      permission: "staff.user.restore",
      reason: onSelf ?? states.restore(user.status),
    }),
    twoFactorOff:
      everything ??
      onSelf ??
      gone ??
      (user.twoFactorEnabled ? null : t`There is no second factor to take away`),
    deleteForever: whyNot({
      permission: "staff.user.delete_forever",
      reason: onSelf ?? states.deleteForever(user.status),
    }),
    impersonate: whyNot({
      permission: "staff.user.impersonate",
      reason:
        onSelf ??
        (user.staffRole === null ? states.impersonate(user.status) : t`Nobody acts as staff`),
    }),
  };
}

function useStateRules() {
  const { t } = useLingui();
  return {
    restore: (status: UserStatus): Answer =>
      status === "deactivated" ? null : t`Only a deactivated account is restored`,
    deleteForever: (status: UserStatus): Answer => {
      if (status === "deleted") return t`The account is deleted`;
      return status === "deactivated"
        ? null
        : t`Only a deactivated account is deleted for good; deactivate it first`;
    },
    impersonate: (status: UserStatus): Answer =>
      status === "active" ? null : t`Possible only while the account is active`,
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
  return t`Your staff role changes names, language and time zone. Roles that may: ${roles}.`;
}

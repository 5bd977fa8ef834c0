import { Trans, useLingui } from "@lingui/react/macro";
import { staffRoleActions } from "#contracts/actions/users.ts";
import { type StaffMember, staffRoles } from "#contracts/staff-roles.ts";
import { users } from "#contracts/users.ts";
import type { MenuEntryWithCode } from "../../components/use-menu-code.ts";
import { withConfirmation } from "../../components/confirmation.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import type { ListActions } from "../../components/table-page.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";
import { toast } from "../../ui/toast.ts";

/** Row menu of a staff member; `onChange` opens the dialog that changes the role. */
export function useStaffMenu(
  onChange: (member: StaffMember) => void,
): (member: StaffMember, list: ListActions) => readonly MenuEntryWithCode[] {
  const { t, i18n } = useLingui();
  const reasonFor = useActionReason();
  const expire = useEndpointAction(staffRoles.expire, { invalidates: [] });

  const askExpire = (member: StaffMember, list: ListActions) => {
    const { name, email } = member;
    const role = staffRoleLabel(i18n, member.role);
    return withConfirmation({
      severity: "disruptive",
      title: t`Remove the ${role} role from ${name}?`,
      confirmLabel: t`Remove role from ${name}`,
      text: (
        <Trans>
          All sessions of {email} end, including any in which they act as a customer. Their account
          stays.
        </Trans>
      ),
      action: async () => {
        await expire.run({ path: { user: member.id } });
        void toast({ title: t`${name} no longer has a staff role` });
        await list.removed(users.view, users.list);
      },
      code: expire.code({ path: { user: member.id } }),
    });
  };
  return (member, list) => [
    {
      label: t`Change role`,
      icon: "shield",
      reason: reasonFor(staffRoleActions.assign, member),
      onSelect: () => onChange(member),
    },
    { kind: "rule" },
    {
      label: t`Remove role`,
      icon: "out",
      tone: "danger",
      reason: reasonFor(staffRoleActions.expire, member),
      ...askExpire(member, list),
    },
  ];
}

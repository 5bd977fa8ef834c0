import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type StaffRoleId, staffRoles as roleIds } from "#contracts/roles.ts";
import { type StaffMember, staffRoles } from "#contracts/staff-roles.ts";
import { type UserRow, users } from "#contracts/users.ts";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { problemMessage, staffRoleLabel } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./admin.module.css";
import { UserSearch } from "./user-search.tsx";
import { userDisplayName } from "./shared/user-labels.tsx";

interface StaffRoleDialogProps {
  /** The staff member whose role changes; null to search for a user first. */
  readonly member: StaffMember | null;
  readonly onClose: () => void;
}

export default function StaffRoleDialog({ member, onClose }: StaffRoleDialogProps) {
  const { t, i18n } = useLingui();
  const [user, setUser] = useState<UserRow | null>(null);
  const [role, setRole] = useState<StaffRoleId | "">(member?.role ?? "");
  const [failure, setFailure] = useState<string | null>(null);
  const who = member ?? (user === null ? null : { id: user.id, name: userDisplayName(user) });
  const assign = useEndpointAction(staffRoles.assign, {
    invalidates: [staffRoles.list, users.list, users.view],
  });
  const toInput = (user: string, roleId: StaffRoleId) => ({ path: { user }, body: { roleId } });
  const isSame = role === member?.role;

  const act = async () => {
    if (who === null || role === "") return;
    setFailure(null);
    try {
      await assign.run(toInput(who.id, role));
    } catch (error) {
      if (!isReauthenticationCancelled(error)) setFailure(problemMessage(i18n, error));
      return;
    }
    const word = staffRoleLabel(i18n, role);
    void toast({ title: t`${who.name} now has the ${word} role` });
    onClose();
  };

  return (
    <Dialog
      open
      title={member === null ? t`Assign staff role` : t`Change role of ${member.name}`}
      onClose={() => {
        if (!assign.busy) onClose();
      }}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone="primary"
            busy={assign.busy}
            disabled={who === null || role === "" || isSame}
            onClick={() => void act()}
          >
            {member === null ? <Trans>Assign role</Trans> : <Trans>Change role</Trans>}
          </Button>
        </>
      }
    >
      <div className={styles["form"]}>
        {member === null && <UserSearch chosen={user} onChoose={setUser} />}
        <RoleChoice value={role} onChange={setRole} />
        <p>
          <Trans>
            They're signed out and need to sign in again with the new role. Staff must use
            two-factor authentication.
          </Trans>
        </p>
        {failure !== null && <Callout tone="danger">{failure}</Callout>}
        {who !== null && role !== "" && (
          <CodeButton requested={() => completePreview(assign.code(toInput(who.id, role)))} />
        )}
      </div>
    </Dialog>
  );
}

function RoleChoice({
  value,
  onChange,
}: {
  value: StaffRoleId | "";
  onChange: (role: StaffRoleId | "") => void;
}) {
  const { t, i18n } = useLingui();
  const descriptions: Record<StaffRoleId, string> = {
    Admin: t`Almost everything, except billing`,
    BusinessAdmin: t`Billing and reports, but not staff or instances`,
    Support: t`Customer support, with few changes allowed`,
  };
  return (
    <RadioCards
      id="staff-role"
      name="staff-role"
      legend={t`Role`}
      value={value}
      onChange={onChange}
      options={roleIds.map((id) => ({
        value: id,
        title: staffRoleLabel(i18n, id),
        description: descriptions[id],
      }))}
    />
  );
}

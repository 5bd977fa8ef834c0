import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type StaffRoleId, staffRoles as roleIds } from "#contracts/permissions.ts";
import { type StaffMember, staffRoles } from "#contracts/staff-roles.ts";
import { type UserRow, users } from "#contracts/users.ts";
import { call, refresh } from "../../lib/client.ts";
import { wordProblem, wordStaffRole } from "../../lib/wording.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Callout } from "../../ui/notices.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./admin.module.css";
import { PersonSearch } from "./person-search.tsx";
import { nameOf } from "./user-words.tsx";

interface StaffRoleDialogProps {
  /** Whose role changes; null where someone is to be found first. */
  readonly member: StaffMember | null;
  readonly onClose: () => void;
}

export default function StaffRoleDialog({ member, onClose }: StaffRoleDialogProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [person, setPerson] = useState<UserRow | null>(null);
  const [role, setRole] = useState<StaffRoleId | "">(member?.role ?? "");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const who = member ?? (person === null ? null : { id: person.id, name: nameOf(person) });
  const isSame = role === member?.role;

  const assign = async () => {
    if (who === null || role === "") return;
    setBusy(true);
    setFailure(null);
    try {
      await call(staffRoles.assign, { path: { user: who.id }, body: { roleId: role } });
    } catch (error) {
      setFailure(wordProblem(i18n, error));
      return setBusy(false);
    }
    const word = wordStaffRole(i18n, role);
    void toast({ title: t`${who.name} is ${word} now` });
    onClose();
    return refresh(client, staffRoles.list, users.list, users.view);
  };

  return (
    <Dialog
      open
      title={member === null ? t`Give a staff role` : t`Change the role of ${member.name}`}
      onClose={() => {
        if (!busy) onClose();
      }}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone="primary"
            busy={busy}
            disabled={who === null || role === "" || isSame}
            onClick={() => void assign()}
          >
            {member === null ? <Trans>Give the role</Trans> : <Trans>Change the role</Trans>}
          </Button>
        </>
      }
    >
      <div className={styles["form"]}>
        {member === null && <PersonSearch chosen={person} onChoose={setPerson} />}
        <RoleChoice value={role} onChange={setRole} />
        <p>
          <Trans>
            Their sessions end, and they sign in again with the new role. Staff need a second
            factor.
          </Trans>
        </p>
        {failure !== null && <Callout tone="bad">{failure}</Callout>}
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
  const facts: Record<StaffRoleId, string> = {
    Admin: t`Almost everything, except billing`,
    BusinessAdmin: t`Billing and reports, neither team nor machines`,
    Support: t`Looks after customers; changes little`,
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
        title: wordStaffRole(i18n, id),
        facts: facts[id],
      }))}
    />
  );
}

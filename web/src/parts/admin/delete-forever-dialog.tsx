import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type User, users } from "#contracts/users.ts";
import { refresh } from "../../lib/client.ts";
import { toast } from "../../ui/toast.ts";
import { DestroyDialog } from "./destroy-dialog.tsx";

/** Nothing brings the person back. */
export default function DeleteForeverDialog({
  user,
  onClose,
}: {
  user: User;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  return (
    <DestroyDialog
      call={users.deleteForever}
      path={{ user: user.id }}
      title={t`Delete ${user.email} for good?`}
      verb={t`Delete ${user.email}`}
      name={user.email}
      consequences={
        <>
          <li>
            <Trans>Name, e-mail, password, passkeys and linked accounts are erased.</Trans>
          </li>
          <li>
            <Trans>Bills and the record of what was done stay, and name nobody.</Trans>
          </li>
          <li>
            <Trans>Nobody can take this back.</Trans>
          </li>
        </>
      }
      reasonHelp={t`Who asked for it, and when`}
      onDone={async () => {
        void toast({ title: t`The account is deleted for good` });
        onClose();
        await refresh(client, users.view, users.list, users.noRole, users.count);
      }}
      onClose={onClose}
    />
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type User, users } from "#contracts/users.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { toast } from "../../ui/toast.ts";
import { DestructiveActionDialog } from "./destructive-action-dialog.tsx";

/** Confirms the permanent deletion of a user. */
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
    <DestructiveActionDialog
      call={users.deleteForever}
      path={{ user: user.id }}
      title={t`Permanently delete ${user.email}?`}
      verb={t`Delete ${user.email}`}
      name={user.email}
      consequences={
        <>
          <li>
            <Trans>Name, email, password, passkeys, and linked accounts are erased.</Trans>
          </li>
          <li>
            <Trans>Invoices and activity records are kept, without naming anyone.</Trans>
          </li>
          <li>
            <Trans>This can't be undone.</Trans>
          </li>
        </>
      }
      reasonHelp={t`Who requested it, and when`}
      onDone={async () => {
        void toast({ title: t`Account permanently deleted` });
        onClose();
        await invalidate(client, users.view, users.list, users.noRole, users.count);
      }}
      onClose={onClose}
    />
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type UserWorkspaceRole, workspaceRoles } from "#contracts/workspace-roles.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { toast } from "../../../ui/toast.ts";
import { DestructiveActionDialog } from "../destructive-action-dialog.tsx";
import { roleQueries } from "./role-queries.ts";

export default function MakeOwnerDialog({
  role: { id, user, workspace },
  onClose,
}: {
  role: UserWorkspaceRole;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { name, email } = user;
  return (
    <DestructiveActionDialog
      call={workspaceRoles.reassignOwner}
      path={{}}
      target={{ id, handle: workspace.handle }}
      title={t`Transfer ownership of ${workspace.name} to ${name}?`}
      verb={t`Transfer to ${name}`}
      name={workspace.handle}
      consequences={
        <>
          <li>
            <Trans>
              {name} ({email}) will control the members, the billing, and the workspace itself.
            </Trans>
          </li>
          <li>
            <Trans>
              The previous owner becomes an administrator, and their pending invitations are
              canceled.
            </Trans>
          </li>
          <li>
            <Trans>Both get an email.</Trans>
          </li>
        </>
      }
      reasonHelp={t`Both read it in the email, and its members in the activity log`}
      onDone={async () => {
        void toast({ title: t`${name} now owns ${workspace.name}` });
        onClose();
        await invalidate(client, ...roleQueries);
      }}
      onClose={onClose}
    />
  );
}

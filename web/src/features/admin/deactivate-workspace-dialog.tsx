import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type AdminWorkspace, adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { toast } from "../../ui/toast.ts";
import { DestructiveActionDialog } from "./destructive-action-dialog.tsx";
import { workspaceQueries } from "./workspace-queries.ts";

export default function DeactivateWorkspaceDialog({
  workspace: { id, name, handle, memberCount },
  onClose,
}: {
  workspace: AdminWorkspace;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  return (
    <DestructiveActionDialog
      call={adminWorkspaces.remove}
      path={{ adminWorkspace: id }}
      title={t`Deactivate ${name}?`}
      verb={t`Deactivate ${name}`}
      name={handle}
      consequences={
        <>
          <li>
            <Trans>
              Everyone in it loses access ({memberCount} in total), and its access tokens stop
              working.
            </Trans>
          </li>
          <li>
            <Trans>All data is kept, and the workspace can be restored for 30 days.</Trans>
          </li>
        </>
      }
      reasonHelp={t`Shown to members in the activity log if the workspace is restored`}
      onDone={async () => {
        void toast({ title: t`${name} deactivated` });
        onClose();
        await invalidate(client, ...workspaceQueries);
      }}
      onClose={onClose}
    />
  );
}

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { type AdminWorkspace, adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { serverNow } from "../../lib/api/server-clock.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { workspaceQueries } from "./workspace-queries.ts";

const loadDialog = () => import("./deactivate-workspace-dialog.tsx");
const DeactivateWorkspaceDialog = lazyPart(loadDialog);

/** Deactivates or restores a workspace. */
export function WorkspaceActions({ workspace }: { workspace: AdminWorkspace }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const restore = useEndpointAction(adminWorkspaces.restore, {
    invalidates: workspaceQueries,
    successMessage: ({ name }) => t`${name} restored`,
  });
  const { id, status, instanceCount, restorableUntil } = workspace;
  const isOver = restorableUntil !== null && Date.parse(restorableUntil) < serverNow();
  const { onSelect, code } = restore.now({ path: { adminWorkspace: id } });
  return (
    <>
      {status === "deactivated" ? (
        <>
          <CodeButton tone="plain" requested={() => completePreview(code)} />
          <ActionButton
            icon="refresh"
            permission="staff.workspace.delete"
            reason={isOver ? t`Deactivated more than 30 days ago` : null}
            busy={restore.busy}
            onClick={onSelect}
          >
            <Trans>Restore</Trans>
          </ActionButton>
        </>
      ) : (
        <ActionButton
          tone="danger"
          permission="staff.workspace.delete"
          reason={
            instanceCount === 0
              ? null
              : plural(instanceCount, {
                  one: "# instance still exists. Terminate it first.",
                  other: "# instances still exist. Terminate them first.",
                })
          }
          onPointerEnter={() => void loadDialog()}
          onFocus={() => void loadDialog()}
          onClick={() => setAsked(true)}
        >
          <Trans>Deactivate</Trans>
        </ActionButton>
      )}
      {asked && (
        <Suspense>
          <DeactivateWorkspaceDialog workspace={workspace} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { adminWorkspaceActions } from "#contracts/actions/workspaces.ts";
import { type AdminWorkspace, adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { workspaceSuspension } from "#contracts/workspace-suspension.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { useActionDenial, useActionReason } from "../../components/use-action-denial.ts";
import { denialMessage } from "../../lib/i18n/denial-messages.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { workspaceQueries } from "./workspace-queries.ts";

const loadDialog = () => import("./deactivate-workspace-dialog.tsx");
const DeactivateWorkspaceDialog = lazyPart(loadDialog);
const loadSuspend = () => import("./suspend-workspace-dialog.tsx");
const SuspendWorkspaceDialog = lazyPart(loadSuspend);

/** Suspends a workspace, or lifts its suspension. */
function SuspensionButton({ workspace }: { workspace: AdminWorkspace }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const reasonFor = useActionReason();
  const lift = useEndpointAction(workspaceSuspension.lift, {
    invalidates: workspaceQueries,
    successMessage: ({ name }) => t`Suspension of ${name} lifted`,
  });
  const { onSelect, code } = lift.now({ path: { adminWorkspace: workspace.id } });
  if (workspace.suspension !== null)
    return (
      <>
        <CodeButton label={t`Lift suspension`} requested={() => completePreview(code)} />
        <ActionButton
          reason={reasonFor(adminWorkspaceActions.lift, workspace)}
          busy={lift.busy}
          onClick={onSelect}
        >
          <Trans>Lift suspension</Trans>
        </ActionButton>
      </>
    );
  return (
    <>
      <ActionButton
        reason={reasonFor(adminWorkspaceActions.suspend, workspace)}
        onPointerEnter={() => void loadSuspend()}
        onFocus={() => void loadSuspend()}
        onClick={() => setIsOpen(true)}
      >
        <Trans>Suspend</Trans>
      </ActionButton>
      {isOpen && (
        <Suspense>
          <SuspendWorkspaceDialog workspace={workspace} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Suspends, deactivates or restores a workspace. */
export function WorkspaceActions({ workspace }: { workspace: AdminWorkspace }) {
  const { t, i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const restore = useEndpointAction(adminWorkspaces.restore, {
    invalidates: workspaceQueries,
    successMessage: ({ name }) => t`${name} restored`,
  });
  const { id, status, instanceCount } = workspace;
  const reasonFor = useActionReason();
  const denial = useActionDenial()(adminWorkspaceActions.deactivate, workspace);
  const { onSelect, code } = restore.now({ path: { adminWorkspace: id } });
  return (
    <>
      {(status !== "deactivated" || workspace.suspension !== null) && (
        <SuspensionButton workspace={workspace} />
      )}
      {status === "deactivated" ? (
        <>
          <CodeButton label={t`Restore`} requested={() => completePreview(code)} />
          <ActionButton
            icon="refresh"
            reason={reasonFor(adminWorkspaceActions.restore, workspace)}
            busy={restore.busy}
            onClick={onSelect}
          >
            <Trans>Restore</Trans>
          </ActionButton>
        </>
      ) : (
        <ActionButton
          tone="danger"
          reason={
            denial?.code === "workspace_not_empty"
              ? plural(instanceCount, {
                  one: "# instance still exists. Terminate it first.",
                  other: "# instances still exist. Terminate them first.",
                })
              : denial && denialMessage(i18n, denial)
          }
          onPointerEnter={() => void loadDialog()}
          onFocus={() => void loadDialog()}
          onClick={() => setIsOpen(true)}
        >
          <Trans>Deactivate</Trans>
        </ActionButton>
      )}
      {isOpen && (
        <Suspense>
          <DeactivateWorkspaceDialog workspace={workspace} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Actions of a terminated instance that is kept for a time: undo, and delete now. */
import { Trans, useLingui } from "@lingui/react/macro";
import { endedInstanceActions } from "#contracts/actions/instances.ts";
import { instanceLifecycle } from "#contracts/instance-lifecycle.ts";
import { type Instance, instances } from "#contracts/instances.ts";
import type { ActionWithCode } from "../../../components/code-samples/request-preview.ts";
import { withConfirmation } from "../../../components/confirmation.ts";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";

interface EndedAction extends ActionWithCode {
  readonly label: string;
  readonly reason: string | null;
}

const invalidatedEndpoints = [instances.list, instances.view, instances.logs];

export function useEndedActions(
  workspace: string,
): (instance: Instance) => { readonly undo: EndedAction; readonly deleteNow: EndedAction } {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const restore = useEndpointAction(instanceLifecycle.restore, {
    invalidates: invalidatedEndpoints,
    successMessage: ({ hostname }) => t`Restoring ${hostname}`,
  });
  const terminate = useEndpointAction(instances.terminate, {
    invalidates: invalidatedEndpoints,
    successMessage: ({ hostname }) => t`Permanently deleting ${hostname}`,
  });
  return (instance) => {
    const name = instance.hostname;
    const path = { workspace, instance: instance.id };
    const now = { path, query: { now: "true" } } as const;
    return {
      undo: {
        label: t`Undo termination`,
        reason: reasonFor(endedInstanceActions.restore, instance),
        ...restore.now({ path }),
      },
      deleteNow: {
        label: t`Delete now`,
        reason: reasonFor(endedInstanceActions.deleteNow, instance),
        ...withConfirmation({
          severity: "destructive",
          title: t`Permanently delete ${name}?`,
          confirmLabel: t`Delete ${name}`,
          name,
          consequences: (
            <ul>
              <li>
                <Trans>
                  The disk and all data on it are permanently deleted. There is no backup.
                </Trans>
              </li>
              {instance.publicIp !== null && (
                <li>
                  <Trans>
                    The IP address <code translate="no">{instance.publicIp}</code> is released. You
                    might not get it back.
                  </Trans>
                </li>
              )}
            </ul>
          ),
          action: () => terminate.run(now),
          code: terminate.code(now),
        }),
      },
    };
  };
}

/** Staff actions on an instance of any workspace. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { adminInstanceActions } from "#contracts/actions/instances.ts";
import { type AdminInstance, adminInstances } from "#contracts/admin-instances.ts";
import { isKeptAfterTermination, type ResetAction, undoHours } from "#contracts/instance-states.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { withConfirmation } from "../../components/confirmation.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { useMenuCode } from "../../components/use-menu-code.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";

const loadDialog = () => import("./reset-instance-dialog.tsx");
const ResetInstanceDialog = lazyPart(loadDialog);

export const changedByInstance = [adminInstances.view, adminInstances.list, adminInstances.logs];

export function InstanceActions({ instance }: { instance: AdminInstance }) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const [action, setAction] = useState<ResetAction | null>(null);
  const remove = useEndpointAction(adminInstances.remove, {
    invalidates: changedByInstance,
    successMessage: ({ hostname }) => t`Terminating ${hostname}. Billing has stopped.`,
  });
  const { id, hostname: name } = instance;
  const path = { adminInstance: id };
  const termination = withConfirmation({
    severity: "destructive",
    title: t`Terminate ${name}?`,
    confirmLabel: t`Terminate ${name}`,
    name,
    consequences: (
      <>
        <li>
          <Trans>
            It belongs to the workspace {instance.workspace.name}, whose members read that Support
            terminated it.
          </Trans>
        </li>
        <li>
          {isKeptAfterTermination(instance) ? (
            <Trans>Its members can undo it for {undoHours} hours.</Trans>
          ) : (
            <Trans>Its disks are erased. This can't be undone.</Trans>
          )}
        </li>
        <li>
          <Trans>Billing stops at once.</Trans>
        </li>
      </>
    ),
    action: () => remove.run({ path }),
    code: remove.code({ path }),
  });
  const power =
    instance.status === "stopped"
      ? ({ action: "power_on", label: t`Power on` } as const)
      : ({ action: "power_off", label: t`Power off` } as const);
  const terminate = {
    label: t`Terminate`,
    tone: "danger" as const,
    icon: "trash" as const,
    reason: reasonFor(adminInstanceActions.terminate, instance),
    ...termination,
  };
  const entries = () =>
    [
      {
        label: t`Force reboot`,
        icon: "refresh" as const,
        reason: reasonFor(adminInstanceActions.hard_reboot, instance),
        onSelect: () => setAction("hard_reboot"),
      },
      { kind: "rule" as const },
      terminate,
    ] as const;
  useMenuCode(() => [terminate]);
  const early = { onPointerEnter: () => void loadDialog(), onFocus: () => void loadDialog() };
  return (
    <>
      <ActionButton
        {...early}
        reason={reasonFor(adminInstanceActions.reboot, instance)}
        onClick={() => setAction("reboot")}
      >
        <Trans>Reboot</Trans>
      </ActionButton>
      <ActionButton
        {...early}
        reason={reasonFor(adminInstanceActions[power.action], instance)}
        onClick={() => setAction(power.action)}
      >
        {power.label}
      </ActionButton>
      <Menu entries={entries}>
        {(trigger) => (
          <Button {...trigger} icon="dots" aria-label={t`More actions`}>
            <Trans>More</Trans>
          </Button>
        )}
      </Menu>
      {action !== null && (
        <Suspense>
          <ResetInstanceDialog
            instance={instance}
            action={action}
            onClose={() => setAction(null)}
          />
        </Suspense>
      )}
    </>
  );
}

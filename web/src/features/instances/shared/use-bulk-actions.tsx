/** Actions for several instances at once. Their texts are loaded with the dialog. */
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useState } from "react";
import type { Instance } from "#contracts/instances.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import type { IconName } from "../../../ui/icons.tsx";
import { useInstanceActionReason } from "./use-instance-actions.tsx";
import { useInstanceMoveReason } from "./use-move-reason.ts";

const load = () => import("../bulk-instances-dialog.tsx");
const BulkInstancesDialog = lazyPart(load);

export type BulkKind = "reboot" | "power_on" | "power_off" | "terminate";

const icons: Record<BulkKind, IconName> = {
  reboot: "refresh",
  power_on: "power",
  power_off: "power",
  terminate: "trash",
};

/** Why none of the instances allows an action: the reason of the first one. Null if at least one allows it. */
function commonReason(
  selected: readonly Instance[],
  reasonOf: (instance: Instance) => string | null,
): string | null {
  const reasons = selected.map(reasonOf);
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

interface BulkRequest {
  readonly kind: BulkKind;
  readonly selected: readonly Instance[];
}

export interface BulkActions {
  /** Whether the user's role allows any of the actions on any instance. */
  readonly isAllowed: boolean;
  /** Buttons for the selected instances. Each is enabled if at least one instance allows its action. */
  readonly buttons: (selected: readonly Instance[]) => ReactNode;
  /** To be rendered by the page. */
  readonly dialog: ReactNode;
}

export function useBulkActions(
  workspace: string,
  /** Opens the dialog that moves instances. */
  move: (instances: readonly Instance[]) => void,
): BulkActions {
  const [request, setRequest] = useState<BulkRequest | null>(null);
  const labels = useBulkLabels();
  const disabledReason = useInstanceActionReason();
  const moveReason = useInstanceMoveReason();
  const mayReset = useHasPermission("instance.reset");
  const mayTerminate = useHasPermission("instance.terminate");
  const mayMove = useHasPermission("project.assign");
  const buttons = (selected: readonly Instance[]) => {
    const button = (kind: BulkKind) => (
      <ActionButton
        icon={icons[kind]}
        {...(kind === "terminate" ? { tone: "danger" } : {})}
        reason={commonReason(selected, (instance) => disabledReason(instance, kind))}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setRequest({ kind, selected })}
      >
        {labels[kind]}
      </ActionButton>
    );
    return (
      <>
        {button("reboot")}
        {button("power_on")}
        {button("power_off")}
        <ActionButton
          icon="folder"
          reason={commonReason(selected, moveReason)}
          onClick={() => move(selected)}
        >
          <Trans>Move to project</Trans>
        </ActionButton>
        {button("terminate")}
      </>
    );
  };
  return {
    isAllowed: mayReset || mayTerminate || mayMove,
    buttons,
    dialog: request !== null && (
      <Suspense>
        <BulkInstancesDialog workspace={workspace} {...request} onClose={() => setRequest(null)} />
      </Suspense>
    ),
  };
}

function useBulkLabels(): Record<BulkKind, string> {
  const { t } = useLingui();
  return {
    reboot: t`Reboot`,
    power_on: t`Power on`,
    power_off: t`Power off`,
    terminate: t`Terminate`,
  };
}

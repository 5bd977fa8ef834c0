/** Actions for several instances at once. Their texts are loaded with the dialog. */
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useState } from "react";
import type { Instance } from "#contracts/instances.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { Button } from "../../../ui/button.tsx";
import type { IconName } from "../../../ui/icons.tsx";
import { useInstanceActionReason } from "./use-instance-actions.tsx";
import { useInstanceMoveReason } from "./use-move-reason.ts";

const load = () => import("../bulk-instances-dialog.tsx");
const BulkInstancesDialog = lazyPart(load);

const bulkKinds = ["reboot", "power_on", "power_off", "terminate"] as const;
export type BulkKind = (typeof bulkKinds)[number];

const icons: Record<BulkKind, IconName> = {
  reboot: "refresh",
  power_on: "power",
  power_off: "power",
  terminate: "trash",
};

interface BulkRequest {
  readonly kind: BulkKind;
  readonly selected: readonly Instance[];
}

export interface BulkActions {
  /** Whether the user's role allows any of the actions on any instance. */
  readonly isAllowed: boolean;
  /** Buttons for the selected instances: the actions that at least one of them allows. */
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
    const possible = bulkKinds.filter((kind) =>
      selected.some((instance) => disabledReason(instance, kind) === null),
    );
    const isMovable = selected.some((instance) => moveReason(instance) === null);
    const button = (kind: BulkKind) => (
      <Button
        key={kind}
        icon={icons[kind]}
        {...(kind === "terminate" ? { tone: "danger" } : {})}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setRequest({ kind, selected })}
      >
        {labels[kind]}
      </Button>
    );
    return (
      <>
        {possible.filter((kind) => kind !== "terminate").map(button)}
        {isMovable && (
          <Button icon="folder" onClick={() => move(selected)}>
            <Trans>Move to project</Trans>
          </Button>
        )}
        {possible.filter((kind) => kind === "terminate").map(button)}
        {possible.length === 0 && !isMovable && (
          <span>
            <Trans>No action is possible for this selection</Trans>
          </span>
        )}
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

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Instance, instances } from "#contracts/instances.ts";
import { workspaces } from "#contracts/workspaces.ts";
import type { BulkAction } from "../../components/bulk/bulk-action.ts";
import BulkDialog from "../../components/bulk/bulk-dialog.tsx";
import { invalidate } from "../../lib/api/api-client.ts";
import { BulkTerminateConsequences } from "./bulk-terminate-consequences.tsx";
import { useInstanceActionReason } from "./shared/use-instance-actions.tsx";
import type { BulkKind } from "./shared/use-bulk-actions.tsx";

/** One action for the instances that are selected when it opens. */
export default function BulkInstancesDialog({
  workspace,
  kind,
  selected,
  onClose,
}: {
  workspace: string;
  kind: BulkKind;
  selected: readonly Instance[];
  onClose: () => void;
}) {
  const toAction = useToBulkAction(workspace);
  // The instances may change or leave the list while the dialog is open.
  const [action] = useState(() => toAction(kind, selected));
  return <BulkDialog action={action} onClose={onClose} />;
}

/** The action for the selected instances, with the reason of each for which it is not possible. */
function useToBulkAction(workspace: string) {
  const { t } = useLingui();
  const client = useQueryClient();
  const disabledReason = useInstanceActionReason();
  const onChanged = () =>
    invalidate(client, instances.list, instances.view, instances.logs, workspaces.overview);
  return (kind: BulkKind, selected: readonly Instance[]): BulkAction => {
    const reasons = selected.map((instance) => ({
      instance,
      reason: disabledReason(instance, kind),
    }));
    const possible = reasons.flatMap(({ instance, reason }) => (reason === null ? [instance] : []));
    const impossible = reasons.flatMap(({ instance: { id, hostname }, reason }) =>
      reason === null ? [] : [{ id, name: hostname, reason }],
    );
    const items = possible.map(({ id, hostname }) => {
      const path = { workspace, instance: id };
      return {
        id,
        name: hostname,
        request:
          kind === "terminate"
            ? { call: instances.terminate, input: { path } }
            : { call: instances.reset, input: { path, body: { action: kind } } },
      };
    });
    const [first] = possible;
    const count = items.length;
    const stays = impossible.length;
    const counted = t`${plural(count, { one: "# instance", other: "# instances" })}`;
    const common = {
      items,
      impossible,
      onChanged,
      typedText: count === 1 && first !== undefined ? first.hostname : counted,
    };
    switch (kind) {
      case "reboot":
        return {
          ...common,
          severity: "disruptive",
          title: t`Reboot ${counted}?`,
          confirmLabel: t`Reboot ${counted}`,
          text: (
            <p>
              <Trans>
                Each operating system shuts down and starts again. Disks and IP addresses stay the
                same. Billing continues.
              </Trans>
            </p>
          ),
          impossibleLabel: t`${plural(stays, { one: "# instance won't be rebooted:", other: "# instances won't be rebooted:" })}`,
          doneLabel: t`Rebooting`,
          doneMessage: (done) =>
            t`${plural(done, { one: "Rebooting # instance", other: "Rebooting # instances" })}`,
        };
      case "power_on":
        return {
          ...common,
          severity: "disruptive",
          title: t`Power on ${counted}?`,
          confirmLabel: t`Power on ${counted}`,
          text: (
            <p>
              <Trans>Billing doesn't change: it continues while an instance is stopped.</Trans>
            </p>
          ),
          impossibleLabel: t`${plural(stays, { one: "# instance won't be powered on:", other: "# instances won't be powered on:" })}`,
          doneLabel: t`Powering on`,
          doneMessage: (done) =>
            t`${plural(done, { one: "Powering on # instance", other: "Powering on # instances" })}`,
        };
      case "power_off":
        return {
          ...common,
          severity: "disruptive",
          title: t`Power off ${counted}?`,
          confirmLabel: t`Power off ${counted}`,
          text: (
            <p>
              <Trans>
                Everything running on them stops. They're still billed while stopped. To stop
                billing, terminate them.
              </Trans>
            </p>
          ),
          impossibleLabel: t`${plural(stays, { one: "# instance won't be powered off:", other: "# instances won't be powered off:" })}`,
          doneLabel: t`Powering off`,
          doneMessage: (done) =>
            t`${plural(done, { one: "Powering off # instance", other: "Powering off # instances" })}`,
        };
      case "terminate":
        return {
          ...common,
          severity: "destructive",
          title: t`Terminate ${counted}?`,
          confirmLabel: t`Terminate ${counted}`,
          text: <BulkTerminateConsequences instances={possible} />,
          impossibleLabel: t`${plural(stays, { one: "# instance won't be terminated:", other: "# instances won't be terminated:" })}`,
          doneLabel: t`Terminating`,
          doneMessage: (done) =>
            t`${plural(done, {
              one: "Terminating # instance. Its billing has stopped.",
              other: "Terminating # instances. Their billing has stopped.",
            })}`,
        };
    }
  };
}

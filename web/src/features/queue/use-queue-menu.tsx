import { Trans, useLingui } from "@lingui/react/macro";
import { queueActions } from "#contracts/actions/queue.ts";
import { queue, type QueuedOrder } from "#contracts/queue.ts";
import { withConfirmation } from "../../components/confirmation.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import type { MenuEntryWithCode } from "../../components/use-menu-code.ts";

/** Row menu of a waiting order. */
export function useQueueMenu(
  workspace: string,
): (order: QueuedOrder) => readonly MenuEntryWithCode[] {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const cancel = useEndpointAction(queue.cancel, {
    invalidates: [queue.list],
    successMessage: ({ hostname }) => t`Waiting order of ${hostname.join(", ")} canceled`,
  });
  return (order) => {
    const path = { workspace, queuedOrder: order.id };
    const names = order.hostname.join(", ");
    return [
      {
        label: t`Cancel order`,
        icon: "close",
        tone: "danger",
        reason: reasonFor(queueActions.cancel, order),
        ...withConfirmation({
          severity: "disruptive",
          title: t`Cancel the waiting order of ${names}?`,
          confirmLabel: t`Cancel order`,
          text: <Trans>It loses its place. Nothing was created, and nothing is billed.</Trans>,
          code: cancel.code({ path }),
          action: () => cancel.run({ path }),
        }),
      },
    ];
  };
}

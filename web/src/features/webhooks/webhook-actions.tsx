import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { webhookEndpointActions } from "#contracts/actions/webhook-endpoints.ts";
import { type WebhookEndpoint, webhookEndpoints } from "#contracts/webhook-endpoints.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { useMenuCode } from "../../components/use-menu-code.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";

const EditDialog = lazyPart(() => import("./edit-webhook-dialog.tsx"));

interface WebhookActionsProps {
  readonly workspace: string;
  readonly webhook: WebhookEndpoint;
}

/** The buttons of a webhook's page. */
export function WebhookActions({ workspace, webhook }: WebhookActionsProps) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const [editing, setEditing] = useState(false);
  const path = { workspace, webhookEndpoint: webhook.id };
  const test = useEndpointAction(webhookEndpoints.test, {
    invalidates: [webhookEndpoints.deliveries],
    successMessage: () => t`Test event sent to ${webhook.name}`,
  });
  const isEnabled = webhook.status === "enabled";
  const update = useEndpointAction(webhookEndpoints.update, {
    invalidates: [webhookEndpoints.view, webhookEndpoints.list, webhookEndpoints.deliveries],
    successMessage: ({ name, status }) =>
      status === "enabled" ? t`Webhook ${name} enabled` : t`Webhook ${name} disabled`,
  });
  const sendTest = test.now({ path });
  const turn = update.now({ path, body: { isEnabled: !isEnabled } });
  useMenuCode(() => [
    { label: t`Send test event`, ...sendTest },
    { label: isEnabled ? t`Disable` : t`Enable`, ...turn },
  ]);
  return (
    <>
      <ActionButton
        reason={reasonFor(webhookEndpointActions.test, webhook)}
        busy={test.busy}
        onClick={sendTest.onSelect}
      >
        <Trans>Send test event</Trans>
      </ActionButton>
      <ActionButton
        tone={isEnabled ? "plain" : "primary"}
        reason={reasonFor(webhookEndpointActions.update, webhook)}
        busy={update.busy}
        onClick={turn.onSelect}
      >
        {isEnabled ? <Trans>Disable</Trans> : <Trans>Enable</Trans>}
      </ActionButton>
      <ActionButton
        reason={reasonFor(webhookEndpointActions.update, webhook)}
        onClick={() => setEditing(true)}
      >
        <Trans>Edit</Trans>
      </ActionButton>
      {editing && (
        <Suspense>
          <EditDialog workspace={workspace} webhook={webhook} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

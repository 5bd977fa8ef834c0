import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { EndpointOutput } from "#contracts/endpoint.ts";
import type { webhookEndpoints } from "#contracts/webhook-endpoints.ts";
import { SecretDialog } from "../../components/secret-dialog.tsx";

export type CreatedWebhook = EndpointOutput<typeof webhookEndpoints.create>;

interface WebhookSecretDialogProps {
  readonly created: CreatedWebhook;
  /** How long the former secret stays valid. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

/** Shows the secret of a webhook once. */
export default function WebhookSecretDialog({ created, note, onClose }: WebhookSecretDialogProps) {
  const { t } = useLingui();
  const { webhookEndpoint, secret } = created;
  return (
    <SecretDialog
      id="webhook-secret-saved"
      title={t`Save the secret of ${webhookEndpoint.name}`}
      secret={secret}
      what={t`secret`}
      onClose={onClose}
      intro={
        <Trans>
          This is the only time the secret is shown. Your receiver needs it to verify that events
          come from us.
        </Trans>
      }
    >
      {note !== undefined && <p>{note}</p>}
    </SecretDialog>
  );
}

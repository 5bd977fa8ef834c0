import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type WebhookEndpoint, webhookEndpoints } from "#contracts/webhook-endpoints.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { OverlapSelect } from "../../components/overlap-select.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Field } from "../../ui/field.tsx";
import WebhookSecretDialog, { type CreatedWebhook } from "./webhook-secret-dialog.tsx";

interface RotateSecretDialogProps {
  readonly workspace: string;
  readonly webhook: WebhookEndpoint;
  readonly onClose: () => void;
}

/** Replaces the secret of a webhook, then shows the new one. */
export default function RotateSecretDialog({
  workspace,
  webhook,
  onClose,
}: RotateSecretDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  const form = useEndpointForm(webhookEndpoints.rotateSecret, {
    initial: { overlapHours: "24" },
    labels: { overlapHours: t`Also sign with the former secret for` },
    path: { workspace, webhookEndpoint: webhook.id },
    body: ({ overlapHours }) => ({ overlapHours: Number(overlapHours) }),
    onDone: (response) => {
      setCreated(response);
      void invalidate(client, webhookEndpoints.view, webhookEndpoints.list);
    },
  });
  const overlap = form.field("overlapHours");
  if (created !== null)
    return (
      <WebhookSecretDialog
        created={created}
        note={
          overlap.input.value === "0"
            ? t`Events are signed with this secret only from now on.`
            : t`Events are signed with both secrets for a while. Replace the former one in your receiver.`
        }
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      form={form}
      title={t`Replace the secret of ${webhook.name}`}
      submit={t`Replace secret`}
      guard={false}
      onClose={onClose}
      intro={
        <p>
          <Trans>
            Creates a new secret. Your receiver verifies events with either of both until the former
            one ends.
          </Trans>
        </p>
      }
    >
      <Field {...overlap.field}>
        <OverlapSelect {...overlap.input} />
      </Field>
    </FormDialog>
  );
}

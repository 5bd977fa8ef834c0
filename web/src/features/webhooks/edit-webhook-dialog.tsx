import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type WebhookEndpoint, webhookEndpoints } from "#contracts/webhook-endpoints.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { toast } from "../../ui/toast.ts";
import { useWebhookLabels, WebhookFields, type WebhookValues } from "./webhook-fields.tsx";

interface EditWebhookDialogProps {
  readonly workspace: string;
  readonly webhook: WebhookEndpoint;
  readonly onClose: () => void;
}

export default function EditWebhookDialog({ workspace, webhook, onClose }: EditWebhookDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const initial: WebhookValues = {
    name: webhook.name,
    url: webhook.url,
    eventTypes: webhook.eventTypes,
  };
  const form = useEndpointForm(webhookEndpoints.update, {
    initial,
    labels: useWebhookLabels(),
    path: { workspace, webhookEndpoint: webhook.id },
    body: (values) => ({ ...values, eventTypes: [...values.eventTypes] }),
    onDone: ({ name }) => {
      onClose();
      void toast({ title: t`Webhook ${name} saved` });
      void invalidate(client, webhookEndpoints.view, webhookEndpoints.list);
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Edit ${webhook.name}`}
      submit={t`Save`}
      isEdit
      guard={false}
      onClose={onClose}
    >
      <WebhookFields
        name={form.field("name")}
        url={form.field("url")}
        eventTypes={form.field("eventTypes")}
      />
    </FormDialog>
  );
}

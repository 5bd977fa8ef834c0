import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { webhookEndpoints } from "#contracts/webhook-endpoints.ts";
import { FormPage } from "../../../components/form-page.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import {
  initialWebhookValues,
  useWebhookLabels,
  WebhookFields,
} from "../../../features/webhooks/webhook-fields.tsx";
import type { CreatedWebhook } from "../../../features/webhooks/webhook-secret-dialog.tsx";
import { buttonClass } from "../../../ui/button.tsx";

const SecretDialog = lazyPart(() => import("../../../features/webhooks/webhook-secret-dialog.tsx"));

export const Route = createFileRoute("/_console/$workspace/settings/webhooks/add")({
  beforeLoad: ({ context }) => requirePermission(context.role, "webhook.manage"),
  component: CreateWebhook,
});

function CreateWebhook() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  const form = useEndpointForm(webhookEndpoints.create, {
    initial: initialWebhookValues,
    labels: useWebhookLabels(),
    path: { workspace },
    body: (values) => ({ ...values, eventTypes: [...values.eventTypes] }),
    onDone: (response) => {
      setCreated(response);
      void invalidate(client, webhookEndpoints.list);
    },
  });
  return (
    <>
      <FormPage
        form={form}
        title={t`Create webhook`}
        summary={t`Each event is sent as a signed POST request. Your server accepts it with a status from 200 to 299.`}
        submit={t`Create webhook`}
        cancel={
          <Link to="/$workspace/settings/webhooks" params={{ workspace }} className={buttonClass()}>
            <Trans>Cancel</Trans>
          </Link>
        }
      >
        <WebhookFields
          name={form.field("name")}
          url={form.field("url")}
          eventTypes={form.field("eventTypes")}
        />
      </FormPage>
      {created !== null && (
        <Suspense>
          <SecretDialog
            created={created}
            onClose={() =>
              void navigate({
                to: "/$workspace/settings/webhooks/$webhookID",
                params: { workspace, webhookID: created.webhookEndpoint.id },
              })
            }
          />
        </Suspense>
      )}
    </>
  );
}

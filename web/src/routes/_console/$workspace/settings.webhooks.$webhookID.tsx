import { createFileRoute } from "@tanstack/react-router";
import { webhookEndpoints } from "#contracts/webhook-endpoints.ts";
import { DetailPage } from "../../../components/detail-page.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import { prefetch } from "../../../lib/api/api-client.ts";
import { listedQuery } from "../../../lib/api/listed-query.ts";
import { validateSearchFor } from "../../../lib/api/search-params.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { deliveriesQuery, DeliveriesCard } from "../../../features/webhooks/deliveries-card.tsx";
import { WebhookActions } from "../../../features/webhooks/webhook-actions.tsx";
import {
  DeleteWebhookCard,
  WebhookDetailsCard,
  WebhookEventsCard,
  WebhookNotice,
  WebhookSecretCard,
  WebhookSummary,
} from "../../../features/webhooks/webhook-cards.tsx";
import { WebhookStatus } from "../../../features/webhooks/webhook-status.tsx";
import { Columns } from "../../../ui/card.tsx";

const webhookQuery = (workspace: string, webhookEndpoint: string) =>
  listedQuery(webhookEndpoints.view, webhookEndpoints.list, {
    path: { workspace, webhookEndpoint },
  });

export const Route = createFileRoute("/_console/$workspace/settings/webhooks/$webhookID")({
  validateSearch: validateSearchFor<typeof webhookEndpoints.deliveries>(
    webhookEndpoints.deliveries,
  ),
  beforeLoad: ({ context }) => requirePermission(context.role, "webhook.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { workspace, webhookID }, deps }) => {
    prefetch(queryClient, webhookQuery(workspace, webhookID));
    prefetch(queryClient, deliveriesQuery(workspace, webhookID, deps));
  },
  component: Webhook,
});

function Webhook() {
  const { workspace, webhookID } = Route.useParams();
  const search = Route.useSearch();
  const result = usePageQuery(webhookQuery(workspace, webhookID));
  return (
    <DetailPage
      result={result}
      title={({ name }) => name}
      status={(webhook) => <WebhookStatus webhook={webhook} />}
      summary={(webhook) => <WebhookSummary webhook={webhook} />}
      actions={(webhook) => <WebhookActions workspace={workspace} webhook={webhook} />}
    >
      {(webhook) => (
        <>
          <WebhookNotice webhook={webhook} />
          <Columns
            main={<DeliveriesCard workspace={workspace} webhook={webhook} search={search} />}
            aside={
              <>
                <WebhookDetailsCard webhook={webhook} />
                <WebhookEventsCard webhook={webhook} />
                <WebhookSecretCard workspace={workspace} webhook={webhook} />
                <DeleteWebhookCard workspace={workspace} webhook={webhook} />
              </>
            }
          />
        </>
      )}
    </DetailPage>
  );
}

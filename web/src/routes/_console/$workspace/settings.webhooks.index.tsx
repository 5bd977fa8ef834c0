import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { webhookEndpoints } from "#contracts/webhook-endpoints.ts";
import { CreateLink } from "../../../shell/create-link.tsx";
import { TablePage } from "../../../components/table-page.tsx";
import { endpointQuery, prefetch } from "../../../lib/api/api-client.ts";
import { validateSearchFor } from "../../../lib/api/search-params.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { useWebhookColumns } from "../../../features/webhooks/webhook-columns.tsx";

export const Route = createFileRoute("/_console/$workspace/settings/webhooks/")({
  validateSearch: validateSearchFor<typeof webhookEndpoints.list>(webhookEndpoints.list),
  beforeLoad: ({ context }) => requirePermission(context.role, "webhook.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) =>
    prefetch(
      context.queryClient,
      endpointQuery(webhookEndpoints.list, { path: { workspace }, query: deps }),
    ),
  component: Webhooks,
});

function Webhooks() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  return (
    <TablePage
      title={t`Webhooks`}
      facts={t`We send events of this workspace to your servers, so that your programs don't have to ask for changes.`}
      call={webhookEndpoints.list}
      query={endpointQuery(webhookEndpoints.list, { path: { workspace }, query: search })}
      search={search}
      columns={useWebhookColumns(workspace)}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      primary={<CreateLink page="/$workspace/settings/webhooks" />}
      empty={{
        title: t`No webhooks yet`,
        text: t`A webhook tells your server when an instance is active, an invoice is issued or the balance is low.`,
      }}
    />
  );
}

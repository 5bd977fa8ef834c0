import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { billingHistory, historyTypes } from "#contracts/billing-history.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { FilterMultiSelect } from "../../../components/filter-multi-select.tsx";
import { TablePage } from "../../../components/table-page.tsx";
import { BillingTabs } from "../../../features/billing/billing-tabs.tsx";
import { useHistoryColumns } from "../../../features/billing/history-columns.tsx";
import { historyTypeLabels } from "../../../features/billing/history-labels.ts";
import { HistoryPeriodFilter } from "../../../features/billing/history-period-filter.tsx";
import { useBillingFiles } from "../../../features/billing/use-billing-files.ts";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { validateSearchFor } from "../../../lib/api/search-params.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { useInitialQueriesSettled } from "../../../lib/hooks/use-initial-queries-settled.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";

const RedeemCodeDialog = lazyPart(() => import("../../../features/billing/redeem-code-dialog.tsx"));

export const Route = createFileRoute("/_console/$workspace/billing/billing-history")({
  validateSearch: validateSearchFor<typeof billingHistory.history>(billingHistory.history),
  beforeLoad: ({ context }) => requirePermission(context.role, "billing.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) =>
    prefetch(
      context.queryClient,
      endpointQuery(billingHistory.history, { path: { workspace }, query: deps }),
    ),
  component: BillingHistory,
});

function BillingHistory() {
  const { t, i18n } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const files = useBillingFiles(workspace);
  const [isRedeeming, setRedeeming] = useState(false);
  const redeem = (
    <ActionButton permission="billing.promo_use" onClick={() => setRedeeming(true)}>
      <Trans>Redeem promo code</Trans>
    </ActionButton>
  );
  return (
    <>
      <TablePage
        title={t`Billing history`}
        facts={<BalanceFacts workspace={workspace} />}
        actions={redeem}
        tabs={<BillingTabs workspace={workspace} />}
        call={billingHistory.history}
        query={endpointQuery(billingHistory.history, { path: { workspace }, query: search })}
        search={search}
        columns={useHistoryColumns(workspace)}
        rowKey={({ id }) => id}
        nameOf={({ type }) => i18n._(historyTypeLabels[type])}
        menu={(entry) => [files.notice(entry)]}
        filters={
          <>
            <FilterMultiSelect
              name="activityType"
              label={t`Type`}
              value={search.activityType}
              options={historyTypes.map((value) => ({
                value,
                label: i18n._(historyTypeLabels[value]),
              }))}
            />
            <HistoryPeriodFilter from={search.createdAtFrom} to={search.createdAtTo} />
          </>
        }
        empty={{
          title: t`No movements yet`,
          text: t`Invoices, payments and credits appear here with the balance after each.`,
        }}
      />
      {isRedeeming && (
        <Suspense>
          <RedeemCodeDialog workspace={workspace} onClose={() => setRedeeming(false)} />
        </Suspense>
      )}
    </>
  );
}

function BalanceFacts({ workspace }: { workspace: string }) {
  const isSettled = useInitialQueriesSettled();
  const { data } = useQuery({
    ...endpointQuery(billingHistory.summary, { path: { workspace } }),
    enabled: isSettled,
  });
  if (data === undefined) return "\u00a0";
  const [balance, promo] = [formatMoneyAmount(data.balance), formatMoneyAmount(data.promo)];
  return data.promo.cents === 0 ? (
    <Trans>
      Balance <b>{balance}</b>
    </Trans>
  ) : (
    <Trans>
      Balance <b>{balance}</b> · promo credit <b>{promo}</b>
    </Trans>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, redirect } from "@tanstack/react-router";
import { automaticTopUps } from "#contracts/automatic-top-up.ts";
import { billingHistory } from "#contracts/billing-history.ts";
import { billingInvoices } from "#contracts/invoices.ts";
import { payments } from "#contracts/payments.ts";
import { DetailPage } from "../../../components/detail-page.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import { BillingTabs } from "../../../features/billing/billing-tabs.tsx";
import { AlertThresholdCard } from "../../../features/billing/cards/alert-threshold-card.tsx";
import { AutomaticTopUpCard } from "../../../features/billing/cards/automatic-top-up-card.tsx";
import { BalanceCard } from "../../../features/billing/cards/balance-card.tsx";
import { CardsCard } from "../../../features/billing/cards/cards-card.tsx";
import { OverdueCallout } from "../../../features/billing/cards/overdue-callout.tsx";
import { PayInvoiceCard } from "../../../features/billing/cards/pay-invoice-card.tsx";
import { TopUpCard } from "../../../features/billing/cards/top-up-card.tsx";
import { PromoCodesCard } from "../../../features/billing/promo-codes-card.tsx";
import { endpointQuery, prefetch } from "../../../lib/api/api-client.ts";
import { needsCardDocument } from "../../../lib/browser/card-document.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { Columns } from "../../../ui/card.tsx";

export const Route = createFileRoute("/_console/$workspace/billing/balance-payments")({
  // The invoice to pay.
  validateSearch: ({ invoice }: Record<string, unknown>): { invoice?: string | undefined } => ({
    invoice: typeof invoice === "string" && invoice !== "" ? invoice : undefined,
  }),
  beforeLoad: ({ context, location, preload }) => {
    requirePermission(context.role, "billing.view");
    if (!preload && needsCardDocument(location.pathname))
      throw redirect({ href: location.href, reloadDocument: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps: { invoice } }) => {
    if (invoice !== undefined)
      prefetch(
        context.queryClient,
        endpointQuery(billingInvoices.invoice, { path: { workspace, invoice } }),
      );
    prefetch(context.queryClient, endpointQuery(payments.accountBalance, { path: { workspace } }));
    prefetch(
      context.queryClient,
      endpointQuery(payments.listPaymentMethods, { path: { workspace } }),
    );
    prefetch(
      context.queryClient,
      endpointQuery(automaticTopUps.automaticTopUp, { path: { workspace } }),
    );
    prefetch(context.queryClient, endpointQuery(billingHistory.summary, { path: { workspace } }));
  },
  component: BalancePayments,
});

function BalancePayments() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const { invoice } = Route.useSearch();
  const path = { workspace };
  const balance = usePageQuery(endpointQuery(payments.accountBalance, { path }));
  const cards = usePageQuery(endpointQuery(payments.listPaymentMethods, { path }));
  const { data: summary } = usePageQuery(endpointQuery(billingHistory.summary, { path }));
  const { data: topUp } = usePageQuery(endpointQuery(automaticTopUps.automaticTopUp, { path }));
  const mayPay = useHasPermission("billing.payment_method_manage");
  const list = cards.data?.data;
  return (
    <DetailPage
      result={balance}
      title={() => t`Balance and payments`}
      summary={() => (
        <Trans>Invoices are paid from the balance first, then by the default card.</Trans>
      )}
      tabs={<BillingTabs workspace={workspace} />}
    >
      {(shown) => (
        <Columns
          main={
            <>
              {invoice !== undefined && list !== undefined && (
                <PayInvoiceCard
                  key={invoice}
                  workspace={workspace}
                  invoiceId={invoice}
                  cards={list}
                />
              )}
              {summary !== undefined && <OverdueCallout workspace={workspace} summary={summary} />}
              <BalanceCard
                workspace={workspace}
                balance={shown}
                hasCard={list !== undefined && list.length > 0}
              />
              {list !== undefined && (
                <CardsCard
                  workspace={workspace}
                  cards={list}
                  isEnteredElsewhere={invoice !== undefined}
                />
              )}
              {summary !== undefined && (
                <AlertThresholdCard workspace={workspace} summary={summary} />
              )}
            </>
          }
          aside={
            <>
              {list !== undefined && mayPay && (
                <TopUpCard
                  key={list.map(({ id }) => id).join()}
                  workspace={workspace}
                  cards={list}
                />
              )}
              {topUp !== undefined && <AutomaticTopUpCard workspace={workspace} topUp={topUp} />}
              {summary !== undefined && <PromoCodesCard promos={summary.promos} />}
            </>
          }
        />
      )}
    </DetailPage>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { billingInvoices, type Invoice } from "#contracts/invoices.ts";
import { DetailPage } from "../../../components/detail-page.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import { InvoiceAddresses } from "../../../features/billing/invoice-addresses.tsx";
import { InvoiceFiles } from "../../../features/billing/invoice-files.tsx";
import { InvoiceLines } from "../../../features/billing/invoice-lines.tsx";
import { InvoiceStatusBadge } from "../../../features/billing/invoice-status.tsx";
import { InvoiceTotals } from "../../../features/billing/invoice-totals.tsx";
import { MoneyBack } from "../../../features/billing/money-back.tsx";
import { NoPaymentNotice, PayInvoiceLink } from "../../../features/billing/pay-invoice.tsx";
import { RelatedDocuments } from "../../../features/billing/related-documents.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { formatDate, formatMonthYear } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { Columns } from "../../../ui/card.tsx";

export const Route = createFileRoute("/_console/$workspace/billing/invoice/$invoiceID")({
  beforeLoad: ({ context }) => requirePermission(context.role, "billing.view"),
  loader: ({ context, params: { workspace, invoiceID: invoice } }) =>
    prefetch(
      context.queryClient,
      endpointQuery(billingInvoices.invoice, { path: { workspace, invoice } }),
    ),
  component: InvoicePage,
});

function InvoicePage() {
  const { t } = useLingui();
  const { workspace, invoiceID: invoice } = Route.useParams();
  const result = usePageQuery(
    endpointQuery(billingInvoices.invoice, { path: { workspace, invoice } }),
  );
  return (
    <DetailPage
      result={result}
      title={({ number }) => number ?? t`Draft`}
      status={(shown) => <InvoiceStatusBadge invoice={shown} />}
      summary={(shown) => <InvoiceSummary invoice={shown} />}
      actions={(shown) => (
        <>
          <InvoiceFiles workspace={workspace} invoice={shown} />
          <PayInvoiceLink workspace={workspace} invoice={shown} />
        </>
      )}
    >
      {(shown) => (
        <Columns
          main={
            <>
              <NoPaymentNotice invoice={shown} />
              <InvoiceLines workspace={workspace} invoice={shown} />
            </>
          }
          aside={
            <>
              <InvoiceTotals invoice={shown} />
              <MoneyBack invoice={shown} />
              <RelatedDocuments workspace={workspace} invoice={shown} />
              <InvoiceAddresses invoice={shown} />
            </>
          }
        />
      )}
    </DetailPage>
  );
}

function InvoiceSummary({ invoice: { kind, periodStart, issuedAt, dueAt } }: { invoice: Invoice }) {
  const localeSettings = useLocaleSettings();
  const month = periodStart === null ? null : formatMonthYear(periodStart, localeSettings.locale);
  if (issuedAt === null)
    return <Trans>Usage of {month}. Becomes an invoice on the 2nd of the next month.</Trans>;
  const issued = formatDate(issuedAt, localeSettings);
  if (kind === "credit_note") return <Trans>Issued on {issued}</Trans>;
  const due = formatDate(dueAt ?? issuedAt, localeSettings);
  return month === null ? (
    <Trans>
      Issued on {issued} · due {due}
    </Trans>
  ) : (
    <Trans>
      Usage of {month} · issued on {issued} · due {due}
    </Trans>
  );
}

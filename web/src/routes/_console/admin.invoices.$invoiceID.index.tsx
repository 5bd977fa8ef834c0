import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { adminBilling, type AdminInvoice } from "#contracts/admin-billing.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { InvoiceAddresses } from "../../features/billing/invoice-addresses.tsx";
import { InvoiceLines } from "../../features/billing/invoice-lines.tsx";
import { InvoiceStatusBadge } from "../../features/billing/invoice-status.tsx";
import { InvoiceTotals } from "../../features/billing/invoice-totals.tsx";
import { MoneyBack } from "../../features/billing/money-back.tsx";
import { RelatedDocuments } from "../../features/billing/related-documents.tsx";
import { InvoiceActions } from "../../features/billing/staff/invoice-actions.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { formatDate, formatMoneyAmount, formatMonthYear } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { Columns } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Callout } from "../../ui/feedback.tsx";

export const Route = createFileRoute("/_console/admin/invoices/$invoiceID/")({
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.invoice.view"),
  loader: ({ context, params: { invoiceID: invoice } }) =>
    prefetch(context.queryClient, endpointQuery(adminBilling.invoice, { path: { invoice } })),
  component: InvoicePage,
});

function InvoicePage() {
  const { t } = useLingui();
  const { invoiceID: invoice } = Route.useParams();
  const result = usePageQuery(endpointQuery(adminBilling.invoice, { path: { invoice } }));
  return (
    <DetailPage
      result={result}
      title={({ number }) => number ?? t`Draft`}
      status={(shown) => <InvoiceStatusBadge invoice={shown} />}
      summary={(shown) => <InvoiceSummary invoice={shown} />}
      actions={(shown) => <InvoiceActions invoice={shown} />}
    >
      {(shown) => (
        <Columns
          main={
            <>
              <InvoiceNotices invoice={shown} />
              <InvoiceLines workspace={null} invoice={shown} />
            </>
          }
          aside={
            <>
              <InvoiceTotals invoice={shown} />
              <MoneyBack invoice={shown} />
              <RelatedDocuments workspace={null} invoice={shown} />
              <InvoiceAddresses invoice={shown} />
            </>
          }
        />
      )}
    </DetailPage>
  );
}

function InvoiceNotices({ invoice }: { invoice: AdminInvoice }) {
  const writtenOff = formatMoneyAmount(invoice.writtenOff);
  return (
    <>
      {invoice.isPaymentInProgress && (
        <Callout tone="info">
          <p>
            <Trans>A payment of this invoice is still being processed.</Trans>
          </p>
        </Callout>
      )}
      {invoice.writtenOff.cents > 0 && (
        <Callout tone="warn">
          <p>
            <Trans>{writtenOff} of it is written off.</Trans>
          </p>
        </Callout>
      )}
    </>
  );
}

function InvoiceSummary({ invoice }: { invoice: AdminInvoice }) {
  const { workspace, periodStart, issuedAt, dueAt, kind, number } = invoice;
  const localeSettings = useLocaleSettings();
  const month = periodStart === null ? null : formatMonthYear(periodStart, localeSettings.locale);
  const issued = issuedAt === null ? null : formatDate(issuedAt, localeSettings);
  const due = dueAt === null ? null : formatDate(dueAt, localeSettings);
  return (
    <Facts
      items={[
        <Link
          key="workspace"
          to="/admin/workspaces/$workspaceID"
          params={{ workspaceID: workspace.id }}
        >
          {workspace.name}
        </Link>,
        month !== null && <Trans key="month">usage of {month}</Trans>,
        number === null && month === null && <Trans key="draft">written by staff</Trans>,
        number === null && month !== null && (
          <Trans key="close">becomes an invoice on the 2nd of the next month</Trans>
        ),
        issued !== null && <Trans key="issued">issued on {issued}</Trans>,
        kind === "invoice" && due !== null && <Trans key="due">due {due}</Trans>,
      ]}
    />
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { dashboard, type LedgerFinding } from "#contracts/dashboard.ts";
import { TablePage } from "../../components/table-page.tsx";
import { FilterToggle } from "../../features/admin/filter-toggle.tsx";
import {
  ledgerFindingLabel,
  ledgerFindingText,
} from "../../features/admin/ledger-finding-labels.ts";
import { useSeenColumns } from "../../features/admin/shared/seen-columns.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { CopyText } from "../../ui/description-list.tsx";
import { type Column, NameCell, NoValue } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/ledger-findings")({
  validateSearch: validateSearchFor<typeof dashboard.ledgerFindings>(dashboard.ledgerFindings),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.billing.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(dashboard.ledgerFindings, { query: deps })),
  component: LedgerFindings,
});

function LedgerFindings() {
  const { t, i18n } = useLingui();
  const search = Route.useSearch();
  return (
    <TablePage
      title={t`Ledger findings`}
      facts={t`What the nightly check found. Each ends by itself once the check no longer finds it.`}
      call={dashboard.ledgerFindings}
      defaultOrder="-firstSeenAt"
      query={endpointQuery(dashboard.ledgerFindings, { query: search })}
      search={search}
      columns={useColumns(search.state === "resolved")}
      rowKey={({ id }) => id}
      nameOf={({ kind, reference }) => `${ledgerFindingLabel(i18n, kind)} ${reference}`}
      filters={<FilterToggle name="state" label={t`Resolved`} value={search.state} on="resolved" />}
      empty={{
        title: t`No findings`,
        text: t`The ledger agrees with itself, and no dispute waits for an answer.`,
        // The filters are hidden while the list is empty.
        other: (
          <Link to="/admin/ledger-findings" search={{ state: "resolved" }}>
            <Trans>Resolved findings</Trans>
          </Link>
        ),
      }}
    />
  );
}

function useColumns(isResolved: boolean): Column<LedgerFinding>[] {
  const { t, i18n } = useLingui();
  return [
    {
      key: "finding",
      header: t`Finding`,
      cell: (finding) => (
        <NameCell subtitle={ledgerFindingText(i18n, finding)}>
          {ledgerFindingLabel(i18n, finding.kind)}
        </NameCell>
      ),
    },
    {
      key: "workspace",
      header: t`Workspace`,
      card: "labeled",
      cell: ({ workspace }) =>
        workspace === null ? (
          <NoValue />
        ) : (
          <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: workspace.id }}>
            {workspace.name}
          </Link>
        ),
    },
    {
      key: "reference",
      header: t`Reference`,
      card: "plain",
      hides: "second",
      cell: ({ reference, detail: { invoiceId } }) =>
        typeof invoiceId === "string" ? (
          <Link to="/admin/invoices/$invoiceID" params={{ invoiceID: invoiceId }}>
            <Trans>Open the invoice</Trans>
          </Link>
        ) : (
          <CopyText text={reference} what={t`reference`} />
        ),
    },
    ...useSeenColumns(isResolved),
  ];
}

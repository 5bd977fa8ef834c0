import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { balanceApprovalActions } from "#contracts/actions/admin-billing.ts";
import {
  type BalanceApproval,
  balanceApprovals,
  balanceApprovalStatuses,
} from "#contracts/balance-approvals.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { withConfirmation } from "../../components/confirmation.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { useCreditSources } from "../../features/billing/staff/credit-sources.ts";
import { changedByMoney } from "../../features/billing/staff/staff-queries.ts";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { formatMoneyAmount } from "../../lib/i18n/format.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Status, type StatusShape, type StatusTone } from "../../ui/status.tsx";
import { Amount, type Column, NameCell, StackedCell } from "../../ui/table.tsx";

const RejectApprovalDialog = lazyPart(
  () => import("../../features/billing/staff/reject-approval-dialog.tsx"),
);

export const Route = createFileRoute("/_console/admin/balance-approvals")({
  validateSearch: validateSearchFor<typeof balanceApprovals.list>(balanceApprovals.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.workspace.balance_view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(balanceApprovals.list, { query: deps })),
  component: BalanceApprovals,
});

type ApprovalStatus = BalanceApproval["status"];

function useStatusLabels(): Record<ApprovalStatus, string> {
  const { t } = useLingui();
  return { pending: t`Waits for approval`, approved: t`Approved`, rejected: t`Rejected` };
}

function BalanceApprovals() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const statuses = useStatusLabels();
  const reasonFor = useActionReason();
  const [rejected, setRejected] = useState<BalanceApproval | null>(null);
  const approve = useEndpointAction(balanceApprovals.approve, {
    invalidates: changedByMoney,
    successMessage: ({ amount, workspace }) => {
      const [added, name] = [formatMoneyAmount(amount), workspace.name];
      return t`${added} added to the balance of ${name}`;
    },
  });
  const approval = ({ id, amount, reason, createdBy, workspace: { name } }: BalanceApproval) => {
    const text = formatMoneyAmount(amount);
    const input = { path: { balanceApproval: id } };
    return withConfirmation({
      severity: "destructive",
      title: t`Add ${text} to the balance of ${name}?`,
      confirmLabel: t`Add ${text}`,
      name,
      consequences: (
        <ul>
          <li>
            <Trans>
              {createdBy.name} gave this reason: {reason}
            </Trans>
          </li>
          <li>
            <Trans>The balance pays open invoices at once, the oldest first.</Trans>
          </li>
          <li>
            <Trans>The customer reads amount and reason in the billing history.</Trans>
          </li>
        </ul>
      ),
      action: () => approve.run(input),
      code: approve.code(input),
    });
  };
  return (
    <>
      <StaffTable
        file={staffExports.balanceApprovals}
        title={t`Balance approvals`}
        call={balanceApprovals.list}
        defaultOrder="createdAt"
        query={endpointQuery(balanceApprovals.list, { query: search })}
        search={search}
        columns={useColumns()}
        rowKey={({ id }) => id}
        nameOf={({ workspace }) => workspace.name}
        searchLabel={t`Search by workspace`}
        filters={
          <FilterMultiSelect
            name="status"
            label={t`Status`}
            value={search.status}
            options={balanceApprovalStatuses.map((value) => ({ value, label: statuses[value] }))}
          />
        }
        menu={(row) => [
          {
            label: t`Approve`,
            icon: "check",
            reason: reasonFor(balanceApprovalActions.approve, row),
            ...approval(row),
          },
          {
            label: t`Reject`,
            icon: "close",
            reason: reasonFor(balanceApprovalActions.reject, row),
            onSelect: () => setRejected(row),
          },
        ]}
        empty={{
          title: t`Nothing waits for approval`,
          text: t`Large amounts that staff add to a balance wait here for another person.`,
          other: (
            <Link to="/admin/balance-approvals" search={{ status: "approved,rejected" }}>
              {t`Answered requests`}
            </Link>
          ),
        }}
      />
      {rejected !== null && (
        <Suspense>
          <RejectApprovalDialog approval={rejected} onClose={() => setRejected(null)} />
        </Suspense>
      )}
    </>
  );
}

const looks: Record<ApprovalStatus, readonly [StatusTone, StatusShape]> = {
  pending: ["busy", "hollow"],
  approved: ["ok", "dot"],
  rejected: ["warn", "diamond"],
};

function useColumns(): Column<BalanceApproval>[] {
  const { t } = useLingui();
  const statuses = useStatusLabels();
  const sources = useCreditSources();
  return [
    {
      key: "workspace",
      header: t`Workspace`,
      cell: ({ workspace, createdBy }) => (
        <NameCell subtitle={createdBy.name}>
          <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: workspace.id }}>
            {workspace.name}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "amount",
      header: t`Amount`,
      end: true,
      card: "labeled",
      cell: ({ amount }) => <Amount>{formatMoneyAmount(amount)}</Amount>,
    },
    {
      key: "reason",
      header: t`Reason`,
      card: "plain",
      cell: ({ reason, note, source }) => (
        <StackedCell subtitle={note ?? sources[source]}>{reason}</StackedCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status, answeredBy }) => (
        <StackedCell subtitle={answeredBy?.name ?? null}>
          <Status tone={looks[status][0]} shape={looks[status][1]}>
            {statuses[status]}
          </Status>
        </StackedCell>
      ),
    },
    {
      key: "created",
      header: t`Since`,
      sort: "createdAt",
      card: "labeled",
      end: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}

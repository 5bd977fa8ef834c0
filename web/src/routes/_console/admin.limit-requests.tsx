import { useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { adminWorkspaceActions } from "#contracts/actions/workspaces.ts";
import { type AdminLimitRequest, limitRequests } from "#contracts/limit-requests.ts";
import { limitRequestStatuses } from "#contracts/limits.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import type { LimitAnswer } from "../../features/billing/answer-limit-dialog.tsx";
import { formatLimit, limitLabels } from "../../features/billing/limit-labels.ts";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { type StatusShape, Status, type StatusTone } from "../../ui/status.tsx";
import { type Column, NameCell, StackedCell } from "../../ui/table.tsx";

const AnswerLimitDialog = lazyPart(() => import("../../features/billing/answer-limit-dialog.tsx"));

export const Route = createFileRoute("/_console/admin/limit-requests")({
  validateSearch: validateSearchFor<typeof limitRequests.list>(limitRequests.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.billing.limits_view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(limitRequests.list, { query: deps })),
  component: LimitRequests,
});

type RequestStatus = AdminLimitRequest["status"];

function useStatusLabels(): Record<RequestStatus, string> {
  const { t } = useLingui();
  return { open: t`Open`, approved: t`Approved`, rejected: t`Rejected` };
}

function LimitRequests() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const statuses = useStatusLabels();
  const reasonFor = useActionReason();
  const [answering, setAnswering] = useState<{
    request: AdminLimitRequest;
    answer: LimitAnswer;
  } | null>(null);
  const entry = (request: AdminLimitRequest, answer: LimitAnswer, label: string) => ({
    label,
    reason:
      reasonFor(adminWorkspaceActions.changeLimit, request.workspace) ??
      (request.status === "open" ? null : t`This request is no longer open`),
    onSelect: () => setAnswering({ request, answer }),
  });
  return (
    <>
      <StaffTable
        file={staffExports.limitRequests}
        title={t`Limit requests`}
        call={limitRequests.list}
        defaultOrder="createdAt"
        query={endpointQuery(limitRequests.list, { query: search })}
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
            options={limitRequestStatuses.map((value) => ({ value, label: statuses[value] }))}
          />
        }
        menu={(request) => [
          { ...entry(request, "approve", t`Approve`), icon: "check" },
          { ...entry(request, "reject", t`Reject`), icon: "close" },
        ]}
        empty={{
          title: t`No open requests`,
          text: t`Requests of customers for higher limits are listed here until they are answered.`,
          other: (
            <Link to="/admin/limit-requests" search={{ status: "approved,rejected" }}>
              {t`Answered requests`}
            </Link>
          ),
        }}
      />
      {answering !== null && (
        <Suspense>
          <AnswerLimitDialog {...answering} onClose={() => setAnswering(null)} />
        </Suspense>
      )}
    </>
  );
}

const appearance: Record<RequestStatus, readonly [tone: StatusTone, shape: StatusShape]> = {
  open: ["busy", "hollow"],
  approved: ["ok", "dot"],
  rejected: ["warn", "diamond"],
};

function useColumns(): Column<AdminLimitRequest>[] {
  const { t, i18n } = useLingui();
  const statuses = useStatusLabels();
  return [
    {
      key: "workspace",
      header: t`Workspace`,
      cell: ({ workspace, createdBy }) => (
        <NameCell subtitle={createdBy?.name ?? null}>
          <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: workspace.id }}>
            {workspace.name}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "limit",
      header: t`Requested`,
      card: "labeled",
      cell: ({ limit, value, current, used }) => {
        const [wanted, now, inUse] = [value, current, used].map((n) => formatLimit(limit, n, i18n));
        return (
          <StackedCell subtitle={t`now ${now}, ${inUse} used`}>
            <b>{i18n._(limitLabels[limit])}</b> {wanted}
          </StackedCell>
        );
      },
    },
    {
      key: "reason",
      header: t`Reason`,
      card: "plain",
      cell: ({ reason, note }) => <StackedCell subtitle={note}>{reason}</StackedCell>,
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status, answeredBy }) => (
        <StackedCell subtitle={answeredBy?.name ?? null}>
          <Status tone={appearance[status][0]} shape={appearance[status][1]}>
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

import { useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { dataCopyStatuses } from "#contracts/account.ts";
import { type DataCopyRequest, users } from "#contracts/users.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { formatBytes, formatInteger } from "../../lib/i18n/format.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { useRetryDataCopy } from "../../features/admin/use-retry-data-copy.ts";
import {
  DataCopyStatusBadge,
  useDataCopyStatusLabels,
} from "../../features/admin/shared/user-labels.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { type Column, NameCell } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/data-copy-requests")({
  validateSearch: validateSearchFor<typeof users.dataCopyRequests>(users.dataCopyRequests),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.data_copy.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(users.dataCopyRequests, { query: deps })),
  component: DataCopyRequests,
});

function DataCopyRequests() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const statuses = useDataCopyStatusLabels();
  const { retry, whyNot } = useRetryDataCopy();
  return (
    <StaffTable
      file={staffExports.dataCopyRequests}
      title={t`Data exports`}
      facts={t`Users who requested an export of their own data. Only they can open it, and it's kept for 7 days.`}
      call={users.dataCopyRequests}
      query={endpointQuery(users.dataCopyRequests, { query: search })}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ user }) => user.name}
      filters={
        <FilterMultiSelect
          name="status"
          label={t`Status`}
          value={search.status}
          options={dataCopyStatuses.map((value) => ({ value, label: statuses[value] }))}
        />
      }
      menu={(copy) => [
        {
          label: t`Retry`,
          icon: "refresh",
          reason: whyNot(copy),
          ...retry(copy.user.id, copy.id),
        },
      ]}
      empty={{
        title: t`No export requests yet`,
        text: t`Users request data exports on their account page.`,
      }}
    />
  );
}

function useColumns(): Column<DataCopyRequest>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  return [
    {
      key: "user",
      header: t`User`,
      cell: ({ user }) => (
        <NameCell subtitle={user.email}>
          <Link to="/admin/users/$userID" params={{ userID: user.id }}>
            {user.name}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status }) => <DataCopyStatusBadge status={status} />,
    },
    {
      key: "asked",
      header: t`Requested`,
      card: "labeled",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      key: "attempts",
      header: t`Attempts`,
      card: "labeled",
      end: true,
      cell: ({ attempts }) => formatInteger(attempts, localeSettings),
    },
    {
      key: "size",
      header: t`Size`,
      card: "labeled",
      end: true,
      cell: ({ sizeBytes }) => (sizeBytes === null ? "–" : formatBytes(sizeBytes, localeSettings)),
    },
    {
      key: "until",
      header: t`Available until`,
      card: "labeled",
      end: true,
      cell: ({ expiresAt }) => (expiresAt === null ? "–" : <RelativeTime at={expiresAt} exact />),
    },
  ];
}

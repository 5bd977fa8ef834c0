import { useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { dataCopyStatuses } from "#contracts/account.ts";
import { type DataCopyRequest, users } from "#contracts/users.ts";
import { FilterMenu } from "../../blocks/filter-menu.tsx";
import { TablePage } from "../../blocks/table-page.tsx";
import { preload, query } from "../../lib/client.ts";
import { bytes, wholeNumber } from "../../lib/format.ts";
import { requireStaff } from "../../lib/guards.ts";
import { useManner } from "../../lib/i18n.ts";
import { searchOf } from "../../lib/search.ts";
import { useRetryCopy } from "../../parts/admin/retry-copy.ts";
import { CopyState, useCopyStatusWords } from "../../parts/admin/user-words.tsx";
import { Time } from "../../ui/facts.tsx";
import { type Column, NameCell } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/data-copy-requests")({
  validateSearch: searchOf<typeof users.dataCopyRequests>(users.dataCopyRequests),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.data_copy.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    preload(context.queryClient, query(users.dataCopyRequests, { query: deps })),
  component: DataCopyRequests,
});

function DataCopyRequests() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const statuses = useCopyStatusWords();
  const { retry, whyNot } = useRetryCopy();
  return (
    <TablePage
      title={t`Data exports`}
      facts={t`Users who requested an export of their own data. Only they can open it, and it's kept for 7 days.`}
      call={users.dataCopyRequests}
      query={query(users.dataCopyRequests, { query: search })}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ user }) => user.name}
      filters={
        <FilterMenu
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
  const manner = useManner();
  return [
    {
      key: "user",
      header: t`User`,
      cell: ({ user }) => (
        <NameCell second={user.email}>
          <Link to="/admin/users/$userID" params={{ userID: user.id }}>
            {user.name}
          </Link>
        </NameCell>
      ),
    },
    { key: "status", header: t`Status`, cell: ({ status }) => <CopyState status={status} /> },
    { key: "asked", header: t`Requested`, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: "attempts",
      header: t`Attempts`,
      end: true,
      cell: ({ attempts }) => wholeNumber(attempts, manner),
    },
    {
      key: "size",
      header: t`Size`,
      end: true,
      cell: ({ sizeBytes }) => (sizeBytes === null ? "–" : bytes(sizeBytes, manner)),
    },
    {
      key: "until",
      header: t`Available until`,
      end: true,
      cell: ({ expiresAt }) => (expiresAt === null ? "–" : <Time at={expiresAt} exact />),
    },
  ];
}

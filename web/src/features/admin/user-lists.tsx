/** The sessions of a user and what the user did, page by page. */
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PageMeta } from "#contracts/endpoint.ts";
import { users } from "#contracts/users.ts";
import { CardPages } from "../../components/card-pages.tsx";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { SkeletonTable } from "../../components/skeleton-table.tsx";
import { endpointQuery, type QueryDefinition } from "../../lib/api/api-client.ts";
import { useInitialQueriesSettled } from "../../lib/hooks/use-initial-queries-settled.ts";
import { useHasStaffPermission } from "../../lib/session/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useSessionColumns } from "../account/shared/session-columns.tsx";
import { useActivityColumns } from "../activity/shared/activity-columns.tsx";

/** Nothing for a role that may not see them. */
export function UserLists({ user }: { user: { readonly id: string } }) {
  const { t } = useLingui();
  const isAllowed = useHasStaffPermission("staff.user.activity_view");
  const sessionColumns = useSessionColumns();
  const activityColumns = useActivityColumns(null, null);
  if (!isAllowed) return null;
  return (
    <>
      <UserListCard
        title={t`Sessions`}
        queryOf={(page) =>
          endpointQuery(users.sessions, { path: { user: user.id }, query: { page: String(page) } })
        }
        columns={sessionColumns}
        empty={<Trans>The user is signed in nowhere.</Trans>}
      />
      <UserListCard
        title={t`Activity`}
        queryOf={(page) =>
          endpointQuery(users.activity, { path: { user: user.id }, query: { page: String(page) } })
        }
        columns={activityColumns}
        empty={<Trans>Nothing is recorded of this user yet.</Trans>}
      />
    </>
  );
}

function UserListCard<Row extends { readonly id: string }>({
  title,
  queryOf,
  columns,
  empty,
}: {
  readonly title: string;
  readonly queryOf: (page: number) => QueryDefinition<{ data: Row[]; meta: PageMeta }>;
  readonly columns: readonly Column<Row>[];
  readonly empty: ReactNode;
}) {
  const isSettled = useInitialQueriesSettled();
  const [page, setPage] = useState(1);
  const result = useQuery({
    ...queryOf(page),
    enabled: isSettled,
    placeholderData: keepPreviousData,
  });
  const rows = result.data?.data ?? [];
  const meta = result.data?.meta;
  return (
    <Card title={title} unpadded={meta === undefined ? result.error === null : meta.total > 0}>
      {meta === undefined && result.error === null && (
        <SkeletonTable columns={columns} caption={title} hasMenu={false} hasBoxes={false} />
      )}
      <StaleDataNotice result={result} />
      {meta?.total === 0 && <p>{empty}</p>}
      {meta !== undefined && meta.total > 0 && (
        <>
          <Table
            caption={title}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            busy={result.isPlaceholderData}
          />
          {meta.lastPage > 1 && (
            <CardPages title={title} meta={meta} shown={rows.length} onPage={setPage} />
          )}
        </>
      )}
    </Card>
  );
}

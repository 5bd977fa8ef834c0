/** The activity lists of a workspace and of the user. They differ in the target of their rows. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import type { ActivityFilters as FilterValues } from "#contracts/activity.ts";
import type { Activity } from "#contracts/activity-entry.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { TablePage, type TablePageProps } from "../../components/table-page.tsx";
import type { QueryDefinition } from "../../lib/api/api-client.ts";
import { ActivityFilters, type ActivitySearch } from "./activity-filters.tsx";
import { ExportButton, type ListExport } from "../../components/export-button.tsx";
import { ExportLimit } from "./export-limit.tsx";
import { useActivityColumns } from "./shared/activity-columns.tsx";

interface ActivityListProps extends Pick<TablePageProps<Activity>, "query" | "title" | "empty"> {
  readonly facts: ReactNode;
  readonly call: Pick<Endpoint, "id">;
  readonly search: TablePageProps<Activity>["search"] & ActivitySearch;
  /** The values that the filters offer. */
  readonly filterValues: QueryDefinition<FilterValues>;
  readonly workspace: string | null;
  /** Export of the list across all pages. */
  readonly file: ListExport;
  /** A router link to the activity, around its time. */
  readonly linkTo: (id: string, label: ReactNode) => ReactElement;
}

/** The newest name of a target that the page shows; null for one without a name, such as a session. */
function findTargetName(rows: readonly Activity[] = [], id: string | undefined): string | null {
  const target = rows.find((row) => row.target?.id === id)?.target;
  return target === undefined || target === null || target.name === "" ? null : target.name;
}

export function ActivityList({
  workspace,
  linkTo,
  search,
  file,
  facts,
  filterValues,
  ...list
}: ActivityListProps) {
  const { t } = useLingui();
  // The table's own query, for its total.
  const { data: page } = useQuery({ ...list.query, retryOnMount: false });
  return (
    <TablePage
      {...list}
      facts={
        <>
          {facts}
          {page !== undefined && <ExportLimit meta={page.meta} />}
        </>
      }
      actions={<ExportButton {...file} isEmpty={page?.meta.total === 0} />}
      search={search}
      columns={useActivityColumns(workspace, linkTo)}
      rowKey={({ id }) => id}
      nameOf={({ action }) => action}
      searchLabel={t`Search by action, name, or actor`}
      filters={
        <ActivityFilters
          search={search}
          target={findTargetName(page?.data, search.target)}
          values={filterValues}
        />
      }
    />
  );
}

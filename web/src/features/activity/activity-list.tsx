/** The activity lists of a workspace and of the user. They differ in the target of their rows. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import type { ActivityFilters as FilterValues } from "#contracts/activity.ts";
import type { Activity } from "#contracts/activity-entry.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { TablePage, type TablePageProps } from "../../components/table-page.tsx";
import type { QueryDefinition } from "../../lib/api/api-client.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Column, Mono, NoValue, StackedCell } from "../../ui/table.tsx";
import { ActivityFilters, type ActivitySearch } from "./activity-filters.tsx";
import { toDescribedActivity } from "./described-activity.ts";
import { ExportButton, type ListExport } from "../../components/export-button.tsx";
import { ExportLimit } from "./export-limit.tsx";
import { ActivitySentence } from "./shared/activity-sentence.tsx";
import { useActorTypeLabels, useResultLabels } from "./activity-labels.ts";
import styles from "./activity.module.css";
import { activityDetail } from "./feature-activities.ts";
import { useDisplayNames } from "./use-display-names.ts";

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
      columns={useColumns(workspace, linkTo)}
      rowKey={({ id }) => id}
      nameOf={({ action }) => action}
      searchLabel={t`Search by action, name, or actor`}
      filters={<ActivityFilters search={search} values={filterValues} />}
    />
  );
}

function useColumns(
  workspace: string | null,
  linkTo: ActivityListProps["linkTo"],
): Column<Activity>[] {
  const { t, i18n } = useLingui();
  const actors = useActorTypeLabels();
  const results = useResultLabels();
  const names = useDisplayNames();
  return [
    {
      key: "what",
      header: t`Event`,
      cell: (entry) => (
        <StackedCell subtitle={activityDetail(i18n, entry, names)}>
          <ActivitySentence workspace={workspace} activity={toDescribedActivity(entry)} />{" "}
          {entry.result !== "ok" && (
            <Badge tone={results[entry.result].tone}>{results[entry.result].word}</Badge>
          )}
        </StackedCell>
      ),
    },
    {
      key: "by",
      header: t`Actor`,
      card: "plain",
      cell: ({ actor: { type } }) => <ActorType type={type} labels={actors} />,
    },
    {
      key: "from",
      header: t`IP address`,
      card: "plain",
      cell: ({ ip }) => (ip === null ? <NoValue /> : <Mono>{ip}</Mono>),
    },
    {
      key: "when",
      header: t`Time`,
      card: "beside",
      end: true,
      cell: ({ id, at }) => (
        <span className={styles["time"]}>{linkTo(id, <RelativeTime at={at} />)}</span>
      ),
    },
  ];
}

/** Only what is unusual, a token or staff, stands out. */
function ActorType({
  type,
  labels,
}: {
  type: Activity["actor"]["type"];
  labels: ReturnType<typeof useActorTypeLabels>;
}) {
  const { word, tone } = labels[type];
  if (type === "user" || type === "system") return <span className={styles["muted"]}>{word}</span>;
  return <Badge tone={tone}>{word}</Badge>;
}

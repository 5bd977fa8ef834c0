/** The activity lists of a workspace and of the user. They differ in the target of their rows. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { activityTypes } from "#contracts/activity.ts";
import { type Activity, actorTypes } from "#contracts/activity-entry.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { FilterDateRange } from "./filter-date-range.tsx";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { TablePage, type TablePageProps } from "../../components/table-page.tsx";
import { activityTypeLabels } from "../../lib/features/feature-registry.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Column, Mono, StackedCell } from "../../ui/table.tsx";
import { toDescribedActivity } from "./described-activity.ts";
import { ExportButton, type ListExport } from "../../components/export-button.tsx";
import { ExportLimit } from "./export-limit.tsx";
import { ActivitySentence } from "./shared/activity-sentence.tsx";
import { useActorTypeLabels, useResultLabels } from "./activity-labels.ts";
import { activityDetail } from "./feature-activities.ts";

interface ActivityListProps extends Pick<TablePageProps<Activity>, "query" | "title" | "empty"> {
  readonly facts: ReactNode;
  readonly call: Pick<Endpoint, "id">;
  readonly search: TablePageProps<Activity>["search"] & {
    readonly actorType?: string | undefined;
    readonly activityType?: string | undefined;
    readonly result?: string | undefined;
    readonly createdAtFrom?: string | undefined;
    readonly createdAtTo?: string | undefined;
  };
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
  ...list
}: ActivityListProps) {
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
      filters={<Filters search={search} />}
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
  return [
    {
      key: "what",
      header: t`Event`,
      cell: (entry) => (
        <StackedCell subtitle={activityDetail(i18n, entry)}>
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
      cell: ({ actor: { type } }) => <Badge tone={actors[type].tone}>{actors[type].word}</Badge>,
    },
    {
      key: "from",
      header: t`IP address`,
      cell: ({ ip }) => (ip === null ? "–" : <Mono>{ip}</Mono>),
    },
    {
      key: "when",
      header: t`Time`,
      end: true,
      cell: ({ id, at }) => linkTo(id, <RelativeTime at={at} />),
    },
  ];
}

function Filters({ search }: Pick<ActivityListProps, "search">) {
  const { t, i18n } = useLingui();
  const actors = useActorTypeLabels();
  const results = useResultLabels();
  return (
    <>
      <FilterMultiSelect
        name="activityType"
        label={t`Resource`}
        value={search.activityType}
        options={activityTypes.map((value) => ({
          value,
          label: i18n._(activityTypeLabels[value]),
        }))}
      />
      <FilterMultiSelect
        name="actorType"
        label={t`Actor`}
        value={search.actorType}
        options={actorTypes.map((value) => ({ value, label: actors[value].word }))}
      />
      <FilterMultiSelect
        name="result"
        label={t`Result`}
        value={search.result}
        options={Object.entries(results).map(([value, { word }]) => ({ value, label: word }))}
      />
      <FilterDateRange label={t`Date range`} from={search.createdAtFrom} to={search.createdAtTo} />
    </>
  );
}

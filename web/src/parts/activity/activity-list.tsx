/** The two lists of what was done: of a workspace, and of one's own. They differ in where a row leads. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { type Activity, activityTypes, actorTypes } from "#contracts/activity.ts";
import type { Call } from "#contracts/kit.ts";
import { FilterDays } from "../../blocks/filter-days.tsx";
import { FilterMenu } from "../../blocks/filter-menu.tsx";
import { TablePage, type TablePageProps } from "../../blocks/table-page.tsx";
import { Time } from "../../ui/facts.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Column, Mono, TwoLines } from "../../ui/table.tsx";
import { detailOf } from "./details.ts";
import { deedOf } from "./deed.ts";
import { ExportButton, type ExportedFile, ExportLimit } from "./export-button.tsx";
import { Sentence } from "./sentence.tsx";
import { useActorWords, useResultWords, useTypeWords } from "./words.ts";

interface ActivityListProps extends Pick<TablePageProps<Activity>, "query" | "title" | "empty"> {
  readonly facts: ReactNode;
  readonly call: Pick<Call, "id">;
  readonly search: TablePageProps<Activity>["search"] & {
    readonly actorType?: string | undefined;
    readonly activityType?: string | undefined;
    readonly result?: string | undefined;
    readonly createdAtFrom?: string | undefined;
    readonly createdAtTo?: string | undefined;
  };
  readonly workspace: string | null;
  /** The same entries as a file, however many pages they are. */
  readonly file: ExportedFile;
  /** A router's link to the entry, around its time. */
  readonly linkTo: (id: string, words: ReactNode) => ReactElement;
}

export function ActivityList({
  workspace,
  linkTo,
  search,
  file,
  facts,
  ...list
}: ActivityListProps) {
  // What the table below asks for, for how many there are.
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
  const actors = useActorWords();
  const results = useResultWords();
  return [
    {
      key: "what",
      header: t`Event`,
      cell: (entry) => (
        <TwoLines second={detailOf(i18n, entry)}>
          <Sentence workspace={workspace} deed={deedOf(entry)} />{" "}
          {entry.result !== "ok" && (
            <Badge tone={results[entry.result].tone}>{results[entry.result].word}</Badge>
          )}
        </TwoLines>
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
      cell: ({ id, at }) => linkTo(id, <Time at={at} />),
    },
  ];
}

function Filters({ search }: Pick<ActivityListProps, "search">) {
  const { t } = useLingui();
  const types = useTypeWords();
  const actors = useActorWords();
  const results = useResultWords();
  return (
    <>
      <FilterMenu
        name="activityType"
        label={t`Resource`}
        value={search.activityType}
        options={activityTypes.map((value) => ({ value, label: types[value] }))}
      />
      <FilterMenu
        name="actorType"
        label={t`Actor`}
        value={search.actorType}
        options={actorTypes.map((value) => ({ value, label: actors[value].word }))}
      />
      <FilterMenu
        name="result"
        label={t`Result`}
        value={search.result}
        options={Object.entries(results).map(([value, { word }]) => ({ value, label: word }))}
      />
      <FilterDays label={t`Date range`} from={search.createdAtFrom} to={search.createdAtTo} />
    </>
  );
}

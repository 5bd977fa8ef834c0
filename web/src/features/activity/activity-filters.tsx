/** The filters of an activity list. One that would match all entries, or none, is not offered. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { activityTypes, type ActivityFilters as FilterValues } from "#contracts/activity.ts";
import { activityResults, actorTypes } from "#contracts/activity-entry.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { useUpdateSearch } from "../../components/list-search-params.ts";
import type { QueryDefinition } from "../../lib/api/api-client.ts";
import type { Option } from "../../ui/field.tsx";
import { LinkedFilter } from "../../ui/filter-chip.tsx";
import { typeLabels, useActorTypeLabels, useResultLabels } from "./activity-labels.ts";
import { FilterActor } from "./filter-actor.tsx";
import { FilterDateRange } from "../../components/filter-date-range.tsx";

export interface ActivitySearch {
  readonly actor?: string | undefined;
  readonly actorType?: string | undefined;
  readonly activityType?: string | undefined;
  readonly target?: string | undefined;
  readonly result?: string | undefined;
  readonly createdAtFrom?: string | undefined;
  readonly createdAtTo?: string | undefined;
}

/** The values of `known` that occur or are selected; a selected one stays, so that it can be removed. */
function offered<V extends string>(
  known: readonly V[],
  occurring: readonly V[],
  selected: string | undefined,
): readonly V[] {
  const chosen = (selected ?? "").split(",");
  return known.filter((value) => occurring.includes(value) || chosen.includes(value));
}

/** A filter with a single value narrows nothing, unless it is selected. */
const isUseful = (options: readonly unknown[], selected: string | undefined): boolean =>
  options.length > 1 || selected !== undefined;

export function ActivityFilters({
  search,
  target,
  values,
}: {
  search: ActivitySearch;
  /** Name of the target that is filtered by; null if no entry has it. */
  target: string | null;
  values: QueryDefinition<FilterValues>;
}) {
  const { t, i18n } = useLingui();
  const change = useUpdateSearch();
  const actors = useActorTypeLabels();
  const results = useResultLabels();
  // Without a response, only the selected values are offered.
  const { data } = useQuery({ ...values, retryOnMount: false });
  const types: readonly Option[] = offered(
    activityTypes,
    data?.activityTypes ?? [],
    search.activityType,
  ).map((value) => ({ value, label: i18n._(typeLabels[value]) }));
  const outcomes: readonly Option[] = offered(
    activityResults,
    data?.results ?? [],
    search.result,
  ).map((value) => ({ value, label: results[value].word }));
  const label = t`Target`;
  return (
    <>
      {search.target !== undefined && (
        <LinkedFilter
          label={label}
          chosen={target ?? search.target}
          clearLabel={t`Clear ${label} filter`}
          onClear={() => change({ target: undefined })}
        />
      )}
      <FilterActor actors={data?.actors ?? []} value={search.actor} />
      {isUseful(types, search.activityType) && (
        <FilterMultiSelect
          name="activityType"
          label={t`Resource`}
          value={search.activityType}
          options={types.toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale))}
        />
      )}
      {search.actorType !== undefined && (
        <FilterMultiSelect
          name="actorType"
          label={t`Actor type`}
          value={search.actorType}
          options={actorTypes.map((value) => ({ value, label: actors[value].word }))}
        />
      )}
      {isUseful(outcomes, search.result) && (
        <FilterMultiSelect
          name="result"
          label={t`Result`}
          value={search.result}
          options={outcomes}
        />
      )}
      <FilterDateRange label={t`Date range`} from={search.createdAtFrom} to={search.createdAtTo} />
    </>
  );
}

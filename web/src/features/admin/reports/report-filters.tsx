import { useLingui } from "@lingui/react/macro";
import { maxReportDays } from "#contracts/reports.ts";
import { FilterDateRange } from "../../../components/filter-date-range.tsx";
import { useUpdateSearch } from "../../../components/list-search-params.ts";
import { oneMillisecondBefore } from "../../../lib/i18n/calendar-days.ts";
import { formatDate, formatMonthYear } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import type { Option } from "../../../ui/field.tsx";
import { FilterChip } from "../../../ui/filter-chip.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { FilterToggle } from "../filter-toggle.tsx";
import { offeredPeriods, type PeriodSearch, periodKey } from "./report-periods.ts";

export interface ReportSearch extends PeriodSearch {
  readonly includeInactive?: string | undefined;
  readonly includeDeleted?: string | undefined;
}

/** How many filters are set. The period is one, and the grouping of rows is none. */
export const countReportFilters = ({
  timeFrom,
  timeTo,
  includeInactive,
  includeDeleted,
}: ReportSearch): number =>
  [timeFrom ?? timeTo, includeInactive, includeDeleted].filter((value) => value !== undefined)
    .length;

/** Period and products of a report, in the query string. */
export function ReportFilters({ search, asOf }: { search: ReportSearch; asOf: string }) {
  const { t } = useLingui();
  const now = Date.parse(asOf);
  const isOffered = offeredPeriods(now).some(
    (period) => periodKey(period.search) === periodKey(search),
  );
  return (
    <>
      <PeriodSelect search={search} now={now} />
      <FilterDateRange
        label={t`Dates`}
        names={{ from: "timeFrom", to: "timeTo" }}
        from={isOffered ? undefined : search.timeFrom}
        to={isOffered ? undefined : search.timeTo}
        timeZone="UTC"
        limit={{ days: maxReportDays, today: asOf.slice(0, 10) }}
      />
      <FilterToggle
        name="includeInactive"
        label={t`Inactive products`}
        value={search.includeInactive}
        on="true"
      />
      <FilterToggle
        name="includeDeleted"
        label={t`Deleted products`}
        value={search.includeDeleted}
        on="true"
      />
    </>
  );
}

function PeriodSelect({ search, now }: { search: ReportSearch; now: number }) {
  const { t } = useLingui();
  const { locale } = useLocaleSettings();
  const change = useUpdateSearch();
  const offered = offeredPeriods(now);
  const options = offered.map((period): Option => {
    const value = periodKey(period.search);
    if (period.kind === "month") return { value, label: formatMonthYear(period.month, locale) };
    const { days } = period;
    return { value, label: t`Last ${days} days` };
  });
  const value = periodKey(search);
  const chosen = options.find((option) => option.value === value)?.label;
  const choose = (key: string) => {
    const { timeFrom, timeTo } =
      offered.find((period) => periodKey(period.search) === key)?.search ?? {};
    change({ timeFrom, timeTo });
  };
  return (
    <Menu
      align="start"
      entries={() => [{ kind: "choice", label: t`Period`, value, options, onChange: choose }]}
    >
      {(trigger) => (
        <FilterChip
          {...trigger}
          label={t`Period`}
          defaultLabel={chosen}
          chosen={value === "" ? "" : (chosen ?? "")}
          clearLabel={t`Show the current month`}
          onClear={() => choose("")}
        />
      )}
    </Menu>
  );
}

/** The days of a report in words. */
export const formatReportPeriod = (
  { timeFrom, timeTo }: { readonly timeFrom: string; readonly timeTo: string },
  locale: string,
): string =>
  [timeFrom, oneMillisecondBefore(timeTo)]
    .map((at) => formatDate(at, { locale, timeZone: "UTC" }))
    .join(" – ");

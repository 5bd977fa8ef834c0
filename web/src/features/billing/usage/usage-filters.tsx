import { useLingui } from "@lingui/react/macro";
import type { billingUsage } from "#contracts/usage.ts";
import { FilterSelect, toOptions } from "../../../components/filter-select.tsx";
import { useUpdateSearch } from "../../../components/list-search-params.ts";
import type { EndpointSearchParams } from "../../../lib/api/search-params.ts";
import { formatDate, formatMonthYear } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import type { Option } from "../../../ui/field.tsx";
import { FilterChip } from "../../../ui/filter-chip.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Filters } from "../../../ui/page.tsx";
import { type OfferedPeriod, offeredPeriods, periodKey } from "./usage-periods.ts";

export type UsageSearch = EndpointSearchParams<typeof billingUsage.usage>;

/** Period, grouping and time zone of the report, in the query string. */
export function UsageFilters({ search, today }: { search: UsageSearch; today: string }) {
  const { t } = useLingui();
  const { timeZone } = useLocaleSettings();
  const groupings = { product: t`Product`, instance: t`Instance` };
  return (
    <Filters>
      <PeriodSelect search={search} today={today} />
      <FilterSelect
        name="groupBy"
        label={t`Group by`}
        value={search.groupBy}
        defaultLabel={t`Project`}
        options={toOptions({ project: t`Project`, ...groupings })}
      />
      {timeZone !== "UTC" && (
        <FilterSelect
          name="timeZone"
          label={t`Time zone`}
          value={search.timeZone}
          options={[
            { value: "UTC", label: t`UTC, as on invoices` },
            { value: timeZone, label: timeZone },
          ]}
        />
      )}
    </Filters>
  );
}

function PeriodSelect({ search, today }: { search: UsageSearch; today: string }) {
  const { t } = useLingui();
  const labelOf = usePeriodLabel();
  const change = useUpdateSearch();
  const offered = offeredPeriods(today);
  const value = periodKey(search);
  const options = offered.map(
    (period): Option => ({ value: periodKey(period.search), label: labelOf(period) }),
  );
  const chosen = options.find((option) => option.value === value)?.label;
  const choose = (key: string) => {
    const { from, to, interval } =
      offered.find((period) => periodKey(period.search) === key)?.search ?? {};
    change({ from, to, interval });
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
          chosen={value === "" ? "" : (chosen ?? value.replace("/", " – "))}
          clearLabel={t`Show the current month`}
          onClear={() => choose("")}
        />
      )}
    </Menu>
  );
}

function usePeriodLabel(): (period: OfferedPeriod) => string {
  const { t } = useLingui();
  const { locale } = useLocaleSettings();
  return (period) => {
    if (period.kind === "month") return formatMonthYear(period.month, locale);
    const { days } = period;
    if (period.interval === "day") return t`Last ${days} days`;
    return days === 2 ? t`Today and yesterday, by hour` : t`Last ${days} days, by hour`;
  };
}

/** The days of a report in words. */
export const formatPeriod = (from: string, to: string, locale: string): string =>
  [from, to].map((day) => formatDate(day, { locale, timeZone: "UTC" })).join(" – ");

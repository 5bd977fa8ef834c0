import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FilterDateRange } from "../../components/filter-date-range.tsx";
import { FilterSelect } from "../../components/filter-select.tsx";
import { serverNow } from "../../lib/api/server-clock.ts";

const dayMs = 86_400_000;

/** The day that many days ago, as the start of a period (UTC). */
const startOf = (days: number, now: number) =>
  new Date(Math.floor(now / dayMs) * dayMs - days * dayMs).toISOString();

interface HistoryPeriodFilterProps {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Entries of the last days, or of a range of days. Any other period, as from a link, is a range. */
export function HistoryPeriodFilter({ from, to }: HistoryPeriodFilterProps) {
  const { t } = useLingui();
  const [now] = useState(serverNow);
  const options = [
    { value: startOf(30, now), label: t`Last 30 days` },
    { value: startOf(90, now), label: t`Last 90 days` },
    { value: startOf(365, now), label: t`Last 12 months` },
  ];
  const isOffered = to === undefined && options.some(({ value }) => value === from);
  return (
    <>
      <FilterSelect
        name="createdAtFrom"
        label={t`Period`}
        value={isOffered ? from : undefined}
        options={options}
        replaces={["createdAtTo"]}
      />
      <FilterDateRange
        label={t`Date range`}
        from={isOffered ? undefined : from}
        to={isOffered ? undefined : to}
      />
    </>
  );
}

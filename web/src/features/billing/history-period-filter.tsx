import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FilterSelect } from "../../components/filter-select.tsx";
import { serverNow } from "../../lib/api/server-clock.ts";

const dayMs = 86_400_000;

/** The day that many days ago, as the start of a period (UTC). */
const startOf = (days: number, now: number) =>
  new Date(Math.floor(now / dayMs) * dayMs - days * dayMs).toISOString();

/** Entries of the last days. A period of another day, as from a link, is the value that it has. */
export function HistoryPeriodFilter({ value }: { value: string | undefined }) {
  const { t } = useLingui();
  const [now] = useState(serverNow);
  const options = [
    { value: startOf(30, now), label: t`Last 30 days` },
    { value: startOf(90, now), label: t`Last 90 days` },
    { value: startOf(365, now), label: t`Last 12 months` },
  ];
  const isOther = value !== undefined && options.every((option) => option.value !== value);
  return (
    <FilterSelect
      name="createdAtFrom"
      label={t`Period`}
      value={value}
      options={isOther ? [...options, { value, label: value.slice(0, 10) }] : options}
    />
  );
}

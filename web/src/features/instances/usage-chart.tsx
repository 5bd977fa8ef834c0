import { useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { dailyCostCents } from "#contracts/rating.ts";
import { ChartCard } from "../../components/chart-card.tsx";
import { costFormat, dayTimes } from "../../components/cost-format.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { type ChartData, highestOf, totalsOf } from "../../ui/chart-data.ts";

const maxDays = 30;
const daySeconds = 86_400;

/** The days of the chart: the last thirty with cost, or up to today while the instance is billed; no day before the first one. */
export function chartDays(usage: Instance["usage"], now: number): { first: string; days: number } {
  const dayOf = (second: number) => Math.floor(second / daySeconds);
  const end = usage.reduce((latest, { endSecond }) => Math.max(latest, endSecond ?? now), 0);
  const start = usage.reduce((earliest, { startSecond }) => Math.min(earliest, startSecond), now);
  const last = dayOf(Math.min(end, now));
  // A few days are shown as part of a week, so that a bar does not fill the whole chart.
  const days = Math.min(maxDays, Math.max(7, last - dayOf(start) + 1));
  const first = new Date((last - days + 1) * daySeconds * 1_000).toISOString().slice(0, 10);
  return { first, days };
}

/** Cost of an instance per day (UTC). */
export function UsageChart({ usage }: Pick<Instance, "usage">) {
  const { t } = useLingui();
  const format = costFormat(useLocaleSettings());
  const now = Math.floor(useNow() / 1_000);
  const { first, days } = chartDays(usage, now);
  const times = dayTimes(first, days);
  const data: ChartData = {
    kind: "bars",
    times,
    series: [
      {
        key: "cost",
        label: t`Cost`,
        values: dailyCostCents(usage, { firstDay: times[0] ?? 0, days, now }),
      },
    ],
  };
  const total = format.value(totalsOf(data).reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const highest = format.value(highestOf(data));
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0].map((time) => format.time(time));
  return (
    <ChartCard
      title={t`Cost per day`}
      data={data}
      format={format}
      smallestStep={1}
      texts={{
        label: t`Cost per day from ${from} to ${to}: ${total} in total, ${highest} on the highest day`,
        legendCaption: t`Cost per day`,
        seriesHeading: t`Cost`,
        period: t`${days} days`,
        tableCaption: t`Cost per day`,
        timeHeading: t`Day (UTC)`,
        totalHeading: t`Total`,
      }}
    />
  );
}

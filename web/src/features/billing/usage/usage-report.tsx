import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { UsageReport } from "#contracts/usage.ts";
import { ChartCard } from "../../../components/chart-card.tsx";
import { costFormat, dayTimes } from "../../../components/cost-format.ts";
import colours from "../../../components/project-colour.module.css";
import {
  formatDate,
  formatDay,
  formatDayTime,
  formatDuration,
  formatMoneyAmount,
} from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { Card, Stack } from "../../../ui/card.tsx";
import { type ChartData, highestOf } from "../../../ui/chart-data.ts";
import { EmptyState } from "../../../ui/feedback.tsx";
import { Figure, Figures } from "../../../ui/figures.tsx";
import { formatPeriod } from "./usage-filters.tsx";
import { GroupTable } from "./group-table.tsx";
import { energyText, useGroupingLabel, useGroupName } from "./usage-groups.ts";
import { usageSeries } from "./usage-series.ts";

interface ReportProps {
  readonly workspace: string;
  readonly report: UsageReport;
}

/** Cost over time, its total with the energy, and a row for each group. */
export function UsageReportView({ workspace, report }: ReportProps) {
  const { t } = useLingui();
  if (report.groups.length === 0)
    return (
      <Card>
        <EmptyState plain title={t`No usage in this period`}>
          <Trans>Billing starts when an instance is active.</Trans>
        </EmptyState>
      </Card>
    );
  return (
    <Stack>
      <UsageChart report={report} />
      <GroupTable workspace={workspace} report={report} />
    </Stack>
  );
}

const hourSeconds = 3_600;

/**
 * Times of the chart are evenly spaced from the first day, so that a day on which the clocks change has the width of any
 * other; its labels show the real times.
 */
const chartTimes = ({ from, starts, interval }: UsageReport): number[] =>
  interval === "day"
    ? dayTimes(from, starts.length)
    : starts.map((_, hour) => Date.parse(from) / 1_000 + hour * hourSeconds);

/** `CET` or `GMT+1`, as at the start of the period. */
function shortZone(timeZone: string, iso: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone,
    timeZoneName: "short",
  }).formatToParts(Date.parse(iso));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

function UsageChart({ report }: { report: UsageReport }) {
  const { t } = useLingui();
  const { locale } = useLocaleSettings();
  const nameOf = useGroupName(report.groupBy);
  const grouping = useGroupingLabel(report.groupBy);
  const { starts, interval, timeZone, from, to } = report;
  const times = chartTimes(report);
  const startOf = new Map(times.map((time, position) => [time, starts[position] ?? ""]));
  const format = {
    ...costFormat({ locale }),
    timeZone: shortZone(timeZone, starts[0] ?? "", locale),
    time: (seconds: number) =>
      interval === "day"
        ? formatDay(
            startOf.get(seconds) ?? new Date(seconds * 1_000).toISOString(),
            locale,
            timeZone,
          )
        : formatDayTime(
            startOf.get(seconds) ?? new Date(seconds * 1_000).toISOString(),
            locale,
            timeZone,
          ),
    fullTime: (seconds: number) => {
      const start = startOf.get(seconds) ?? "";
      return interval === "day"
        ? formatDate(start, { locale, timeZone })
        : formatDayTime(start, locale, timeZone);
    },
  };
  const data: ChartData = {
    kind: "bars",
    times,
    series: usageSeries(report.groups, starts.length).map(({ group, colour, cents }) => ({
      key: group.id ?? group.kind,
      label: nameOf(group),
      swatch: colours[colour],
      values: cents,
    })),
  };
  const period = formatPeriod(from, to, locale);
  const total = formatMoneyAmount(report.total);
  const highest = format.value(highestOf(data));
  return (
    <ChartCard
      title={interval === "day" ? t`Cost per day` : t`Cost per hour`}
      figures={
        <Figures>
          <Figure name={t`Cost`} note={t`Before discounts and tax`}>
            {total}
          </Figure>
          <Figure name={t`Billed time`} note={t`Of all instances together`}>
            {formatDuration(report.seconds)}
          </Figure>
          <Figure
            name={t`Energy, at most`}
            note={
              <Link to="/docs/$page" params={{ page: "energy" }}>
                <Trans>How it's modeled</Trans>
              </Link>
            }
          >
            {energyText(report, locale)}
          </Figure>
        </Figures>
      }
      data={data}
      format={format}
      smallestStep={1}
      texts={{
        label:
          interval === "day"
            ? t`Cost per day, ${period}: ${total} in total, ${highest} on the highest day`
            : t`Cost per hour, ${period}: ${total} in total, ${highest} in the highest hour`,
        legendCaption: t`Cost by group`,
        seriesHeading: grouping,
        period: t`Whole period`,
        tableCaption: t`Cost by time and group`,
        timeHeading: interval === "day" ? t`Day (${timeZone})` : t`Hour (${timeZone})`,
        totalHeading: t`Total`,
      }}
      note={
        timeZone === "UTC" ? (
          <Trans>Days are in UTC. A month adds up as on its invoice.</Trans>
        ) : (
          <Trans>Invoices use UTC, so a month of another time zone differs.</Trans>
        )
      }
    />
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ChartCard } from "../../../components/chart-card.tsx";
import { costFormat, dayTimes } from "../../../components/cost-format.ts";
import colours from "../../../components/project-colour.module.css";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { type ChartData, highestOf, totalsOf } from "../../../ui/chart-data.ts";
import { Card } from "../../../ui/card.tsx";
import type { DailySpend } from "./spend-series.ts";
import styles from "./spend-chart.module.css";
import { useSeriesName } from "./use-series-name.ts";

interface SpendChartProps {
  readonly workspace: string;
  readonly title: ReactNode;
  readonly figures?: ReactNode;
  readonly spend: DailySpend;
}

/** Cost per day (UTC) of each project: chart, legend with links, and table. */
export function SpendChart({ workspace, title, figures, spend }: SpendChartProps) {
  const { t } = useLingui();
  const seriesName = useSeriesName();
  const mayViewProjects = useHasPermission("project.view");
  const format = costFormat(useLocaleSettings());
  const kinds = new Map(spend.series.map((series) => [series.key, series.kind]));
  const data: ChartData = {
    kind: "bars",
    times: dayTimes(spend.firstDay, spend.days),
    series: spend.series.map((series) => ({
      key: series.key,
      label: seriesName(series),
      swatch: colours[series.colour],
      values: series.cents,
    })),
  };
  if (spend.series.length === 0)
    return (
      <Card title={title}>
        {figures}
        <p className={styles["nothing"]}>
          <Trans>Nothing was billed in the last 30 days.</Trans>
        </p>
      </Card>
    );
  const [first, last] = [data.times[0] ?? 0, data.times.at(-1) ?? 0].map((time) =>
    format.time(time),
  );
  const total = format.value(totalsOf(data).reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const highest = format.value(highestOf(data));
  return (
    <ChartCard
      title={title}
      figures={figures}
      data={data}
      format={format}
      smallestStep={1}
      texts={{
        label: t`Spending per day from ${first} to ${last}: ${total} in total, ${highest} on the highest day`,
        legendCaption: t`Spending by project`,
        seriesHeading: t`Project`,
        period: t`30 days`,
        tableCaption: t`Spending by day and project`,
        timeHeading: t`Day (UTC)`,
        totalHeading: t`Total`,
      }}
      seriesName={({ key, label }) =>
        mayViewProjects && kinds.get(key) === "project" ? (
          <Link
            to="/$workspace/projects/$projectID/instances"
            params={{ workspace, projectID: key }}
            translate="no"
          >
            {label}
          </Link>
        ) : (
          <span>{label}</span>
        )
      }
      note={
        <Trans>
          Before tax. Days are in UTC; today is partial. Each day is rounded to the cent per
          project, so your invoice may differ by a few cents.
        </Trans>
      }
    />
  );
}

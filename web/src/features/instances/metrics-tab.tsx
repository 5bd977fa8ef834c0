import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  instanceMetrics,
  type InstanceMetrics,
  type MetricName,
  type MetricPeriod,
} from "#contracts/instance-metrics.ts";
import type { Instance } from "#contracts/instances.ts";
import { usd } from "#contracts/money.ts";
import { ChartCard } from "../../components/chart-card.tsx";
import { CodeButton } from "../../components/code-button.tsx";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { LearnLink } from "../../components/help-link.tsx";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { formatMoneyAmount, numberFormat } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Stack } from "../../ui/card.tsx";
import { type ChartData, highestOf } from "../../ui/chart-data.ts";
import { Callout, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { SegmentedButtons } from "../../ui/segmented.tsx";
import { idleGpus } from "./idle-gpu.ts";
import styles from "./instance.module.css";
import { metricFormat, toShownValue } from "./metric-format.ts";

interface TabProps {
  readonly workspace: string;
  readonly instance: Instance;
}

/** Load of the instance as the region measures it, as charts with tables. */
export default function MetricsTab({ workspace, instance }: TabProps) {
  const { t } = useLingui();
  const [period, setPeriod] = useState<MetricPeriod>("day");
  const input = { path: { workspace, instance: instance.id }, query: { period } };
  const result = useQuery(endpointQuery(instanceMetrics.view, input));
  const { data } = result;
  const periods = { day: t`24 hours`, week: t`7 days` } as const;
  return (
    <Stack>
      <div className={styles["periods"]}>
        <SegmentedButtons
          label={t`Period`}
          value={period}
          options={[
            ["day", periods.day],
            ["week", periods.week],
          ]}
          onChange={setPeriod}
        />
        <Button icon="refresh" busy={result.isFetching} onClick={() => void result.refetch()}>
          <Trans>Refresh</Trans>
        </Button>
      </div>
      <CodeButton
        label={t`Metrics`}
        requested={() => ({
          requests: [{ call: instanceMetrics.view, input }],
          isComplete: true,
        })}
      />
      <StaleDataNotice result={result} />
      {data === undefined ? (
        result.error === null && (
          <Card>
            <Skeleton height={240} />
          </Card>
        )
      ) : (
        <Metrics instance={instance} metrics={data} period={period} periodLabel={periods[period]} />
      )}
    </Stack>
  );
}

interface Group {
  readonly title: string;
  readonly unit: Parameters<typeof metricFormat>[0];
  readonly smallestStep: number;
  readonly names: Partial<Readonly<Record<MetricName, string>>>;
}

function useGroups(): readonly Group[] {
  const { t } = useLingui();
  const bytes = { unit: "bytesPerSecond", smallestStep: 1_000 } as const;
  const percent = { unit: "percent", smallestStep: 10 } as const;
  return [
    { ...percent, title: t`GPU`, names: { gpu: t`Load`, gpuMemory: t`Memory in use` } },
    { ...percent, title: t`CPU`, names: { cpu: t`Load` } },
    {
      unit: "gigabytes",
      smallestStep: 1,
      title: t`Memory`,
      names: { memory: t`In use` },
    },
    { ...bytes, title: t`Network`, names: { networkIn: t`Received`, networkOut: t`Sent` } },
    { ...bytes, title: t`Disk`, names: { diskRead: t`Read`, diskWrite: t`Written` } },
  ];
}

function Metrics({
  instance,
  metrics,
  period,
  periodLabel,
}: {
  instance: Instance;
  metrics: InstanceMetrics;
  period: MetricPeriod;
  periodLabel: string;
}) {
  const { t } = useLingui();
  const groups = useGroups();
  if (!metrics.isAvailable)
    return (
      <Card>
        <EmptyState
          plain
          title={t`No metrics for this instance`}
          actions={<LearnLink target="instances#metrics">{t`Learn about metrics`}</LearnLink>}
        >
          {instance.variant === "bare_metal" ? (
            <Trans>
              Bare-metal instances aren't measured from outside. Programs on the instance can do it.
            </Trans>
          ) : (
            <Trans>
              {instance.region.name} doesn't measure its instances. Programs on the instance can do
              it.
            </Trans>
          )}
        </EmptyState>
      </Card>
    );
  const shown = groups.flatMap((group) => {
    const data = toChartData(group, metrics);
    return data === null ? [] : [{ group, data }];
  });
  if (shown.length === 0)
    return (
      <Card>
        <EmptyState
          plain
          title={t`Nothing measured yet`}
          actions={<LearnLink target="instances#metrics">{t`Learn about metrics`}</LearnLink>}
        >
          <Trans>The first values appear a few minutes after the instance is active.</Trans>
        </EmptyState>
      </Card>
    );
  return (
    <>
      <IdleGpuNote instance={instance} metrics={metrics} />
      {shown.map(({ group, data }) => (
        <MetricChart
          key={group.title}
          group={group}
          data={data}
          period={period}
          periodLabel={periodLabel}
        />
      ))}
    </>
  );
}

/** Null if nothing of the group was measured in the period. */
function toChartData({ names, unit }: Group, { times, series }: InstanceMetrics): ChartData | null {
  const shown = Object.entries(names).flatMap(([name, label], position) => {
    const values = series.find((each) => each.name === name)?.values;
    return values === undefined || values.every((value) => value === null)
      ? []
      : [
          {
            key: name,
            label,
            swatch: position === 0 ? undefined : styles["secondSeries"],
            values: values.map((value) => (value === null ? null : toShownValue(unit, value))),
          },
        ];
  });
  return shown.length === 0 ? null : { kind: "lines", times, series: shown };
}

function MetricChart({
  group: { title, unit, smallestStep },
  data,
  period,
  periodLabel,
}: {
  group: Group;
  data: ChartData;
  period: MetricPeriod;
  periodLabel: string;
}) {
  const { t } = useLingui();
  const format = metricFormat(unit, period, useLocaleSettings());
  const highest = format.value(highestOf(data));
  return (
    <ChartCard
      title={title}
      data={data}
      format={format}
      smallestStep={smallestStep}
      texts={{
        label: t`${title}, ${periodLabel}: ${highest} at most`,
        legendCaption: title,
        seriesHeading: title,
        period: t`Newest`,
        tableCaption: title,
        timeHeading: t`Time (UTC)`,
        totalHeading: t`Total`,
      }}
    />
  );
}

/** In tenths. */
const toHours = (seconds: number): number => Math.round(seconds / 360) / 10;

/** What the idle time of GPUs cost, where it cost anything. */
function IdleGpuNote({ instance, metrics }: { instance: Instance; metrics: InstanceMetrics }) {
  const { locale } = useLocaleSettings();
  const idle = idleGpus(metrics, instance);
  if (idle === null || idle.cents === 0) return null;
  const idleHours = numberFormat(locale, 1).format(toHours(idle.idleSeconds));
  const measuredHours = toHours(idle.measuredSeconds);
  const cost = formatMoneyAmount(usd(idle.cents));
  return (
    <Callout tone="warn">
      <p>
        <Trans>
          <Plural value={instance.product.gpuCount} one="The GPU was" other="The GPUs were" /> idle
          for {idleHours} of <Plural value={measuredHours} one="# hour" other="# hours" />, which
          cost about <strong>{cost}</strong>.
        </Trans>
      </p>
    </Callout>
  );
}

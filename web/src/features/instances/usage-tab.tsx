import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import { usd } from "#contracts/money.ts";
import { billedIntervals, billedSeconds, exactCost, roundToCents } from "#contracts/rating.ts";
import {
  formatDateTime,
  formatDuration,
  formatHourlyRate,
  formatMoneyAmount,
} from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { LearnLink } from "../../components/help-link.tsx";
import { Card, Stack } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { CostSoFar } from "./cost.tsx";
import { formatEnergyAmount } from "./shared/energy-amount.ts";
import styles from "./instance.module.css";
import { UsageChart } from "./usage-chart.tsx";

interface Row {
  readonly from: string;
  readonly to: string | null;
  readonly seconds: number;
  readonly rateMicrosPerHour: number;
  readonly cents: number;
}

const toIso = (second: number): string => new Date(second * 1_000).toISOString();

/** Of a billed time at full load. An instance that was off or idle used less, so this is the most it can be. */
const energyKwh = ({ energy }: Instance, seconds: number): number =>
  (energy.powerWatts / 1_000) * (seconds / 3_600);

/** Cost per day, all billed intervals, newest first, and the total rounded as on the invoice. */
export function UsageTab({ instance }: { instance: Instance }) {
  const { t } = useLingui();
  const localeSettings = { ...useLocaleSettings(), timeZone: "UTC" };
  const now = Math.floor(useNow("second") / 1_000);
  const billedTimes = billedIntervals(instance.usage);
  const rows = instance.usage
    .map((span, place): Row => {
      const seconds = billedSeconds(billedTimes[place] ?? span, 0, now, 0);
      return {
        from: toIso(span.startSecond),
        to: span.endSecond === null ? null : toIso(span.endSecond),
        seconds,
        rateMicrosPerHour: span.rateMicrosPerHour,
        cents: roundToCents(exactCost(span.rateMicrosPerHour, seconds)),
      };
    })
    .reverse();
  const formatEnergyOf = (seconds: number) =>
    formatEnergyAmount(
      energyKwh(instance, seconds),
      instance.energy.gramsCo2PerKwh,
      localeSettings,
    );
  const billed = rows.reduce((sum, { seconds }) => sum + seconds, 0);
  const columns: Column<Row>[] = [
    { key: "from", header: t`From`, cell: ({ from }) => formatDateTime(from, localeSettings) },
    {
      key: "to",
      header: t`To`,
      card: "labeled",
      cell: ({ to }) => (to === null ? t`still billed` : formatDateTime(to, localeSettings)),
    },
    {
      key: "time",
      header: t`Billed time`,
      card: "labeled",
      end: true,
      cell: ({ seconds }) => formatDuration(seconds),
    },
    {
      key: "rate",
      header: t`Per hour`,
      card: "labeled",
      end: true,
      cell: ({ rateMicrosPerHour }) => formatHourlyRate(rateMicrosPerHour),
    },
    {
      key: "energy",
      header: t`Energy, at most`,
      card: "labeled",
      end: true,
      hides: "second",
      cell: ({ seconds }) => formatEnergyOf(seconds),
    },
    {
      key: "amount",
      header: t`Amount`,
      card: "beside",
      end: true,
      cell: ({ cents }) => (
        <span className={styles["amount"]}>{formatMoneyAmount(usd(cents))}</span>
      ),
    },
  ];
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState
          plain
          title={t`Nothing was billed`}
          actions={<LearnLink target="instances#billing">{t`Learn about billing`}</LearnLink>}
        >
          <Trans>Billing starts when an instance is active.</Trans>
        </EmptyState>
      </Card>
    );
  }
  return (
    <Stack>
      <UsageChart usage={instance.usage} />
      <Card unpadded>
        <Table
          caption={t`Usage and cost`}
          columns={columns}
          rows={rows}
          rowKey={({ from }) => from}
        />
        <p className={styles["sum"]}>
          <span>
            <Trans>Total (rounded once)</Trans>
          </span>
          <CostSoFar instance={instance} />
        </p>
        <p className={styles["tableNote"]}>
          <Trans>
            Energy: {formatEnergyOf(billed)} at most. It's modeled for the billed time at full load;
            an instance that is idle or off uses less.
          </Trans>{" "}
          <Link to="/docs/$page" params={{ page: "energy" }} hash="modeled">
            <Trans>How it's modeled</Trans>
          </Link>
        </p>
      </Card>
    </Stack>
  );
}

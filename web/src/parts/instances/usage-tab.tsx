import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { formatMoney, usd } from "#contracts/money.ts";
import { billedSeconds, exactAmount, minimumSeconds, toCents } from "#contracts/rating.ts";
import { absoluteTime, duration, ratePerHour } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/notices.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { CostSoFar } from "./cost.tsx";
import styles from "./instance.module.css";

interface Row {
  readonly from: string;
  readonly to: string | null;
  readonly seconds: number;
  readonly rateMicrosPerHour: number;
  readonly cents: number;
}

const isoOf = (second: number): string => new Date(second * 1_000).toISOString();

/** Each stretch that is billed, newest first, and the sum as the invoice will round it. */
export function UsageTab({ machine }: { machine: Instance }) {
  const { t } = useLingui();
  const manner = { ...useManner(), timeZone: "UTC" };
  const now = Math.floor(useNow("second") / 1_000);
  const rows = machine.usage
    .map((span, place): Row => {
      // The minimum belongs to the whole life: its first stretch has it.
      const seconds = billedSeconds(span, 0, now, place === 0 ? minimumSeconds : 0);
      return {
        from: isoOf(span.startSecond),
        to: span.endSecond === null ? null : isoOf(span.endSecond),
        seconds,
        rateMicrosPerHour: span.rateMicrosPerHour,
        cents: toCents(exactAmount(span.rateMicrosPerHour, seconds)),
      };
    })
    .reverse();
  const columns: Column<Row>[] = [
    { key: "from", header: t`From`, cell: ({ from }) => absoluteTime(from, manner) },
    {
      key: "to",
      header: t`To`,
      cell: ({ to }) => (to === null ? t`still billed` : absoluteTime(to, manner)),
    },
    { key: "time", header: t`Billed time`, end: true, cell: ({ seconds }) => duration(seconds) },
    {
      key: "rate",
      header: t`Per hour`,
      end: true,
      cell: ({ rateMicrosPerHour }) => ratePerHour(rateMicrosPerHour),
    },
    {
      key: "amount",
      header: t`Amount`,
      end: true,
      cell: ({ cents }) => <span className={styles["amount"]}>{formatMoney(usd(cents))}</span>,
    },
  ];
  if (rows.length === 0) {
    return (
      <Card>
        <Empty plain title={t`Nothing was billed`}>
          <Trans>Billing starts when an instance is active.</Trans>
        </Empty>
      </Card>
    );
  }
  return (
    <Card flush>
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
        <CostSoFar machine={machine} />
      </p>
    </Card>
  );
}

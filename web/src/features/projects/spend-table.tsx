import { useLingui } from "@lingui/react/macro";
import { formatMoney, usd } from "#contracts/money.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { useSeriesName } from "./use-series-name.ts";
import type { SpendSeries } from "./spend-series.ts";

interface Row {
  readonly day: string;
  readonly place: number;
}

/** The data of the chart as a table, newest day first, including days without spend. */
export function SpendTable({ spend }: { spend: SpendSeries }) {
  const { t } = useLingui();
  const localeSettings = { ...useLocaleSettings(), timeZone: "UTC" };
  const seriesName = useSeriesName();
  const centsAt = (cents: readonly number[], place: number) => formatMoney(usd(cents[place] ?? 0));
  const columns: Column<Row>[] = [
    { key: "day", header: t`Day (UTC)`, cell: ({ day }) => formatDate(day, localeSettings) },
    ...spend.series.map(
      (series): Column<Row> => ({
        key: series.key,
        header: seriesName(series),
        end: true,
        cell: ({ place }) => centsAt(series.cents, place),
      }),
    ),
    {
      key: "all",
      header: t`Total`,
      end: true,
      cell: ({ place }) => <b>{centsAt(spend.cents, place)}</b>,
    },
  ];
  return (
    <Table
      caption={t`Spending by day and project`}
      columns={columns}
      rows={spend.days.map((day, place) => ({ day, place })).toReversed()}
      rowKey={({ day }) => day}
    />
  );
}

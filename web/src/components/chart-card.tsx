import { type ReactNode, useId, useState } from "react";
import { Card } from "../ui/card.tsx";
import { type ChartData, type ChartFormat, type ChartSeries, totalsOf } from "../ui/chart-data.ts";
import { Chart, ChartLegend, ChartReadout } from "../ui/chart.tsx";
import { type Column, Table } from "../ui/table.tsx";
import styles from "./chart-card.module.css";
import { ToggleTableButton } from "./toggle-table-button.tsx";

export interface ChartTexts {
  /** Accessible name of the chart, with what it shows in short. */
  readonly label: string;
  /** Caption and headings of the legend: what a series is, and the whole period. */
  readonly legendCaption: string;
  readonly seriesHeading: string;
  readonly period: string;
  /** Caption and headings of the table. */
  readonly tableCaption: string;
  readonly timeHeading: string;
  readonly totalHeading: string;
}

interface ChartCardProps {
  readonly title: ReactNode;
  /** Key figures above the chart. */
  readonly figures?: ReactNode;
  readonly data: ChartData;
  readonly format: ChartFormat & {
    /** Time in the table, longer than on the axis. */
    readonly fullTime: (seconds: number) => string;
  };
  readonly smallestStep: number;
  readonly texts: ChartTexts;
  readonly seriesName?: (series: ChartSeries) => ReactNode;
  readonly note?: ReactNode;
}

/** A chart with its legend, and the same values as a table one click away. */
export function ChartCard({
  title,
  figures,
  data,
  format,
  smallestStep,
  texts,
  seriesName,
  note,
}: ChartCardProps) {
  const table = useId();
  const [isTableShown, setTableShown] = useState(false);
  const [selected, setSelected] = useState<number | null>(null);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const shared = { data, format, selected };
  const chart = (
    <Chart
      {...shared}
      label={texts.label}
      smallestStep={smallestStep}
      highlighted={highlighted}
      onSelect={setSelected}
    />
  );
  return (
    <Card
      title={title}
      aside={<ToggleTableButton id={table} open={isTableShown} onToggle={setTableShown} />}
    >
      <div className={styles["body"]}>
        {figures}
        {data.series.length > 1 ? (
          <div className={styles["columns"]}>
            {chart}
            <ChartLegend
              {...shared}
              caption={texts.legendCaption}
              heading={texts.seriesHeading}
              period={texts.period}
              onHighlight={setHighlighted}
              {...(seriesName === undefined ? {} : { name: seriesName })}
            />
          </div>
        ) : (
          <>
            <ChartReadout {...shared} period={texts.period} />
            {chart}
          </>
        )}
      </div>
      {note !== undefined && <p className={styles["note"]}>{note}</p>}
      {isTableShown && (
        <div id={table} className={styles["table"]}>
          <ChartTable data={data} format={format} texts={texts} />
        </div>
      )}
    </Card>
  );
}

interface Row {
  readonly time: number;
  readonly point: number;
}

/** The values of a chart, newest first, with those that are zero. */
function ChartTable({ data, format, texts }: Pick<ChartCardProps, "data" | "format" | "texts">) {
  const totals = totalsOf(data);
  const shown = (value: number | null | undefined) =>
    value === null || value === undefined ? "–" : format.value(value);
  const columns: Column<Row>[] = [
    { key: "time", header: texts.timeHeading, cell: ({ time }) => format.fullTime(time) },
    ...data.series.map(
      ({ key, label, values }): Column<Row> => ({
        key,
        header: label,
        end: true,
        cell: ({ point }) => shown(values[point]),
      }),
    ),
    ...(data.kind === "bars" && data.series.length > 1
      ? [
          {
            key: "total",
            header: texts.totalHeading,
            end: true,
            cell: ({ point }: Row) => <b>{shown(totals[point])}</b>,
          },
        ]
      : []),
  ];
  return (
    <Table
      caption={texts.tableCaption}
      columns={columns}
      rows={data.times.map((time, point) => ({ time, point })).toReversed()}
      rowKey={({ time }) => String(time)}
    />
  );
}

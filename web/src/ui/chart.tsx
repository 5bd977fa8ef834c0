import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useId } from "react";
import { lazyPart } from "../lib/browser/missing-code.ts";
import {
  type ChartData,
  type ChartFormat,
  type ChartSeries,
  pointAfterKey,
  totalsOf,
} from "./chart-data.ts";
import type { ChartPlotProps } from "./chart-plot.tsx";
import { ChartSwatch } from "./chart-swatch.tsx";
import styles from "./chart.module.css";

const ChartPlot = lazyPart(() => import("./chart-plot.tsx"));

interface ChartProps extends ChartPlotProps {
  /** Accessible name. */
  readonly label: string;
}

/**
 * A chart over time. The arrow keys move a cursor whose values are announced, as of a slider; the frame keeps its size
 * while the drawing loads. The values are also in a legend or a table beside it, which the caller shows.
 */
export function Chart({ label, ...plot }: ChartProps) {
  const { t } = useLingui();
  const help = useId();
  const { data, selected, onSelect } = plot;
  const last = data.times.length - 1;
  return (
    <div className={styles["chart"]}>
      <div
        role="slider"
        tabIndex={0}
        className={styles["plot"]}
        aria-label={label}
        aria-describedby={help}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={selected ?? last}
        aria-valuetext={describePoint(plot, selected ?? last)}
        onKeyDown={(event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          const point = pointAfterKey(event.key, selected, data.times.length);
          if (point === undefined) return;
          event.preventDefault();
          onSelect(point);
        }}
        onBlur={() => onSelect(null)}
      >
        <Suspense fallback={<span aria-busy="true" />}>
          <ChartPlot {...plot} />
        </Suspense>
      </div>
      <p id={help} hidden>
        {t`Use the arrow keys to read each value, or show the chart as a table.`}
      </p>
      <span className={styles["zone"]} aria-hidden="true">
        {plot.format.timeZone ?? "UTC"}
      </span>
    </div>
  );
}

/** Shown where nothing was measured. */
const missing = "–";

const shownValue = (format: ChartFormat, value: number | null | undefined): string =>
  value === null || value === undefined ? missing : format.value(value);

/** The value of the selected point; without one the sum of bars, and the newest value of a line. */
function currentValue(
  { kind }: ChartData,
  values: readonly (number | null)[],
  selected: number | null,
): number | null {
  if (selected !== null) return values[selected] ?? null;
  return kind === "bars"
    ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
    : (values.findLast((value) => value !== null) ?? null);
}

/** The values of a point in one sentence. */
function describePoint({ data, format }: ChartPlotProps, point: number): string {
  const time = format.time(data.times[point] ?? 0);
  const parts = data.series.flatMap(({ label, values }) => {
    const value = values[point];
    // A series that is zero is left out only where others are not.
    return value === null || value === undefined || (value === 0 && data.series.length > 1)
      ? []
      : [`${label} ${format.value(value)}`];
  });
  if (data.kind === "lines" || data.series.length === 1)
    return [time, ...(parts.length === 0 ? [missing] : parts)].join(", ");
  return [`${time}: ${shownValue(format, totalsOf(data)[point])}`, ...parts].join(", ");
}

interface ChartLegendProps extends Pick<ChartPlotProps, "data" | "format" | "selected"> {
  readonly caption: string;
  readonly heading: string;
  /** Heading of the values while no point is selected. */
  readonly period: string;
  readonly onHighlight: (key: string | null) => void;
  /** Replaces the name of a series, such as by a link. */
  readonly name?: (series: ChartSeries) => ReactNode;
}

/** Name and value of each series. */
export function ChartLegend({
  data,
  format,
  selected,
  caption,
  heading,
  period,
  onHighlight,
  name = ({ label }) => label,
}: ChartLegendProps) {
  const { t } = useLingui();
  const amount = (values: readonly (number | null)[]) =>
    shownValue(format, currentValue(data, values, selected));
  return (
    <table className={styles["legend"]}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{selected === null ? period : format.time(data.times[selected] ?? 0)}</th>
        </tr>
      </thead>
      <tbody>
        {data.series.map((series, position) => (
          <tr
            key={series.key}
            onPointerEnter={() => onHighlight(series.key)}
            onPointerLeave={() => onHighlight(null)}
            onFocus={() => onHighlight(series.key)}
            onBlur={() => onHighlight(null)}
          >
            <th scope="row">
              <span className={styles["entry"]}>
                <ChartSwatch position={position} swatch={series.swatch} />
                {name(series)}
              </span>
            </th>
            <td>{amount(series.values)}</td>
          </tr>
        ))}
      </tbody>
      {data.kind === "bars" && data.series.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">{t`Total`}</th>
            <td>{amount(totalsOf(data))}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** The value of a chart with one series. */
export function ChartReadout({
  data,
  format,
  selected,
  period,
}: Pick<ChartLegendProps, "data" | "format" | "selected" | "period">) {
  const shown = selected === null ? period : format.time(data.times[selected] ?? 0);
  return (
    <p className={styles["readout"]}>
      {shown}: <b>{shownValue(format, currentValue(data, totalsOf(data), selected))}</b>
    </p>
  );
}

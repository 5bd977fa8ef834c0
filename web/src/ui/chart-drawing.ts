/** How uPlot draws a chart: stacked bars or lines, a hairline grid, and labels beside the data. */
import uPlot from "uplot";
import {
  axisTicks,
  type ChartData,
  type ChartFormat,
  highestOf,
  labelledPoints,
  spreadLabels,
  stackBars,
  totalsOf,
} from "./chart-data.ts";
import { dashOf, fillOf, type Palette } from "./chart-paint.ts";

export interface DrawnChart {
  readonly data: ChartData;
  readonly format: ChartFormat;
  /** Smallest distance of two grid lines. */
  readonly smallestStep: number;
  readonly selected: number | null;
  /** Key of the series that is emphasized. */
  readonly highlighted: string | null;
}

const fontSize = 12;
const labelGap = 8;
const barShare = 0.72;
const maxBarWidth = 30;
const daySeconds = 86_400;
const dimmedAlpha = 0.22;

const ticksOf = ({ data, smallestStep }: DrawnChart) => axisTicks(highestOf(data), smallestStep);

/** Distance of two points in seconds. */
const stepOf = ({ times: [first, second] }: ChartData): number =>
  first === undefined || second === undefined ? daySeconds : second - first;

/** Left end and width of the column of a point, in pixels of the canvas. */
function columnAt(plot: uPlot, data: ChartData, point: number) {
  const time = data.times[point] ?? 0;
  const half = stepOf(data) / 2;
  const left = plot.valToPos(time - half, "x", true);
  return { left, width: plot.valToPos(time + half, "x", true) - left };
}

const barPaths =
  (current: () => DrawnChart): uPlot.Series.PathBuilder =>
  (plot, series) => {
    const { data } = current();
    const bar = stackBars(data)[series - 1];
    const fill = new Path2D();
    for (const [point] of data.times.entries()) {
      const [low, high] = [bar?.low[point] ?? 0, bar?.high[point] ?? 0];
      if (high <= low) continue;
      const column = columnAt(plot, data, point);
      const width = Math.round(Math.min(column.width * barShare, maxBarWidth * uPlot.pxRatio));
      const bottom = Math.round(plot.valToPos(low, "y", true));
      // A gap separates the parts of a bar; the smallest cost is still visible.
      const gap = low > 0 ? Math.round(uPlot.pxRatio) : 0;
      const top = Math.round(plot.valToPos(high, "y", true));
      const height = Math.max(Math.round(uPlot.pxRatio), bottom - gap - top);
      fill.rect(Math.round(column.left + (column.width - width) / 2), top, width, height);
    }
    return { fill, stroke: null, clip: null, band: null, gaps: [], flags: 0 };
  };

/** Dims every series but the highlighted one. */
function applyHighlight(plot: uPlot, { data, highlighted }: DrawnChart): void {
  for (const [position, { key }] of data.series.entries()) {
    const drawn = plot.series[position + 1];
    if (drawn !== undefined)
      drawn.alpha = highlighted === null || highlighted === key ? 1 : dimmedAlpha;
  }
}

/** Marks the selected point behind the data. */
function drawSelection(plot: uPlot, { data, selected }: DrawnChart, palette: Palette): void {
  if (selected === null) return;
  const { ctx, bbox } = plot;
  const { left, width } = columnAt(plot, data, selected);
  ctx.fillStyle = data.kind === "bars" ? palette.selected : palette.muted;
  if (data.kind === "bars") ctx.fillRect(left, bbox.top, width, bbox.height);
  else ctx.fillRect(left + width / 2, bbox.top, uPlot.pxRatio, bbox.height);
}

function prepareText({ ctx }: uPlot, palette: Palette, color: string): void {
  ctx.font = `600 ${fontSize * uPlot.pxRatio}px ${palette.font}`;
  ctx.fillStyle = color;
}

/** The total of the selected bar, or else of the highest one. */
function drawBarLabel(plot: uPlot, chart: DrawnChart, palette: Palette): void {
  const totals = totalsOf(chart.data).map((total) => total ?? 0);
  const highest = Math.max(0, ...totals);
  const point = chart.selected ?? totals.indexOf(highest);
  const total = totals[point];
  if (highest === 0 || total === undefined) return;
  const { ctx, bbox } = plot;
  const column = columnAt(plot, chart.data, point);
  const text = chart.format.value(total);
  prepareText(plot, palette, palette.ink);
  ctx.textAlign = "left";
  ctx.textBaseline = "bottom";
  const { width } = ctx.measureText(text);
  const left = column.left + (column.width - width) / 2;
  ctx.fillText(
    text,
    Math.min(bbox.left + bbox.width - width, Math.max(bbox.left, left)),
    plot.valToPos(total, "y", true) - 3 * uPlot.pxRatio,
  );
}

/** Narrower plots leave the names of lines to the legend below them. In CSS pixels. */
const narrowest = 420;
const hasLineLabels = (plot: uPlot) => plot.width >= narrowest;

/** The name of each line at its end. */
function drawLineLabels(plot: uPlot, { data }: DrawnChart, palette: Palette): void {
  const { ctx, bbox } = plot;
  if (!hasLineLabels(plot)) return;
  const ends = data.series.map(({ values }) =>
    plot.valToPos(values.findLast((value) => value !== null) ?? 0, "y", true),
  );
  const half = (fontSize / 2) * uPlot.pxRatio;
  const positions = spreadLabels(
    ends,
    (fontSize + 2) * uPlot.pxRatio,
    bbox.top + bbox.height - half,
  );
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  for (const [position, { label }] of data.series.entries()) {
    prepareText(plot, palette, palette.series[position] ?? palette.ink);
    ctx.fillText(
      label,
      bbox.left + bbox.width + labelGap * uPlot.pxRatio,
      positions[position] ?? 0,
    );
  }
}

/** Width of the widest text in CSS pixels. */
function widestText(plot: uPlot, texts: readonly string[], palette: Palette): number {
  plot.ctx.font = `600 ${fontSize}px ${palette.font}`;
  return Math.ceil(Math.max(0, ...texts.map((text) => plot.ctx.measureText(text).width)));
}

function createAxes(current: () => DrawnChart, palette: Palette): uPlot.Axis[] {
  const shared = {
    font: `${fontSize}px ${palette.font}`,
    stroke: palette.muted,
    ticks: { show: false },
  };
  return [
    {
      ...shared,
      grid: { show: false },
      size: 24,
      gap: 7,
      splits: (plot) => {
        const { data, format } = current();
        const labelWidth = widestText(plot, [format.time(data.times[0] ?? 0)], palette) + 18;
        const width = plot.bbox.width / uPlot.pxRatio;
        const points = labelledPoints(data.times.length, width, labelWidth);
        // A line begins at the axis, where the time zone stands.
        return points
          .filter((point) => data.kind === "bars" || point > 0)
          .map((point) => data.times[point] ?? 0);
      },
      values: (_, splits) => splits.map((time) => current().format.time(time)),
    },
    {
      ...shared,
      grid: { stroke: palette.line, width: 1 },
      gap: labelGap,
      size: (plot, values) => widestText(plot, values ?? [], palette) + labelGap,
      splits: () => [...ticksOf(current())],
      values: (_, splits) => splits.map((tick) => current().format.axisValue(tick, splits)),
    },
  ];
}

function createSeries(
  current: () => DrawnChart,
  palette: Palette,
): (uPlot.Series & { label: string })[] {
  const { data } = current();
  return data.series.map(({ label }, position) => {
    const color = palette.series[position] ?? palette.ink;
    const common = { label, points: { show: false } };
    if (data.kind === "bars")
      return {
        ...common,
        width: 0,
        fill: () => fillOf(palette, position, uPlot.pxRatio),
        paths: barPaths(current),
      };
    return {
      ...common,
      width: 2,
      stroke: color,
      dash: dashOf(position),
      spanGaps: false,
      ...(data.series.length === 1
        ? { fill: `color-mix(in srgb, ${color} 12%, transparent)` }
        : {}),
    };
  });
}

/** Options of uPlot without the size; everything else is read from `current` whenever it is drawn. */
export function createDrawing(
  current: () => DrawnChart,
  palette: Palette,
): Omit<uPlot.Options, "width" | "height"> {
  const isBars = current().data.kind === "bars";
  const right = (plot: uPlot) => {
    const { data, format } = current();
    // The name of a line lies beside its end; else half of the last time's label lies beside the plot.
    const beside =
      !isBars && hasLineLabels(plot)
        ? widestText(
            plot,
            data.series.map(({ label }) => label),
            palette,
          ) + labelGap
        : widestText(plot, [format.time(data.times.at(-1) ?? 0)], palette) / 2 - labelGap / 2;
    return Math.ceil(beside);
  };
  return {
    // Neither the legend nor the cursor of uPlot: the page has its own, for every input device.
    legend: { show: false },
    cursor: { show: false },
    padding: [fontSize + 8, right, 0, 0],
    scales: {
      x: {
        time: false,
        range: () => {
          const { data } = current();
          const margin = isBars ? stepOf(data) / 2 : 0;
          return [(data.times[0] ?? 0) - margin, (data.times.at(-1) ?? 0) + margin];
        },
      },
      y: { range: () => [0, ticksOf(current()).at(-1) ?? 1] },
    },
    axes: createAxes(current, palette),
    series: [{}, ...createSeries(current, palette)],
    hooks: {
      drawClear: [
        (plot) => {
          applyHighlight(plot, current());
          drawSelection(plot, current(), palette);
        },
      ],
      draw: [
        (plot) => {
          plot.ctx.save();
          plot.ctx.globalAlpha = 1;
          if (isBars) drawBarLabel(plot, current(), palette);
          else drawLineLabels(plot, current(), palette);
          plot.ctx.restore();
        },
      ],
    },
  };
}

/** Data of a chart, and what follows from it without drawing. */

export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  /** Class that sets `--swatch` to the color of the series; the default is the accent color. */
  readonly swatch?: string | undefined;
  /** One value per point; null where nothing was measured, which differs from zero. */
  readonly values: readonly (number | null)[];
}

export interface ChartData {
  /** Bars are stacked, the first series at the bottom. Lines lie over each other. */
  readonly kind: "bars" | "lines";
  /** Time of each point in seconds since 1970, ascending at even distances. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
}

export interface ChartFormat {
  readonly value: (value: number) => string;
  /** Values of the axis, shorter where no digits are needed. */
  readonly axisValue: (value: number, ticks: readonly number[]) => string;
  readonly time: (seconds: number) => string;
  /** Short name of the time zone of the axis; default: UTC. */
  readonly timeZone?: string;
}

/** Number of patterns: solid, and six that are told apart without color. */
export const patternCount = 7;

export const patternOf = (position: number): number => position % patternCount;

const valueAt = ({ values }: ChartSeries, point: number): number => values[point] ?? 0;

/** Lower and upper end of each bar, per series and point. */
export function stackBars({ times, series }: Pick<ChartData, "times" | "series">): {
  readonly low: readonly number[];
  readonly high: readonly number[];
}[] {
  let low = times.map(() => 0);
  return series.map((each) => {
    const high = low.map((start, point) => start + valueAt(each, point));
    const bar = { low, high };
    low = high;
    return bar;
  });
}

/** Sum of all series at each point; null where none was measured. */
export const totalsOf = ({
  times,
  series,
}: Pick<ChartData, "times" | "series">): (number | null)[] =>
  times.map((_, point) => {
    const measured = series.flatMap(({ values }) => values[point] ?? []);
    return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0);
  });

/** Highest value that the chart has to show. */
export const highestOf = (data: ChartData): number =>
  Math.max(
    0,
    ...(data.kind === "bars"
      ? totalsOf(data).map((total) => total ?? 0)
      : data.series.flatMap(({ values }) => values.map((value) => value ?? 0))),
  );

const maxGridLines = 4;

/** Round values from zero to the first one above `highest`, in steps of at least `smallestStep`; never empty. */
export function axisTicks(highest: number, smallestStep: number): readonly number[] {
  const least = Math.max(highest / maxGridLines, smallestStep);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least) ?? least;
  const lines = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: lines + 1 }, (_, line) => line * step);
}

/** Points with a label on the time axis: at even distances back from the last one, as many as fit. */
export function labelledPoints(count: number, width: number, labelWidth: number): number[] {
  const fitting = Math.max(1, Math.floor(width / labelWidth));
  const distance =
    [1, 2, 7, 14].find((step) => count / step <= fitting) ?? Math.ceil(count / fitting);
  return Array.from({ length: count }, (_, point) => point).filter(
    (point) => (count - 1 - point) % distance === 0,
  );
}

const pageStep = 7;

/** The point that a key moves the cursor to; undefined for any other key. Escape leaves the chart's points. */
export function pointAfterKey(
  key: string,
  selected: number | null,
  count: number,
): number | null | undefined {
  const last = count - 1;
  const current = selected ?? last;
  const within = (point: number) => Math.min(last, Math.max(0, point));
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return within(current + 1);
    case "ArrowLeft":
    case "ArrowDown":
      // The first key press shows the last point instead of passing over it.
      return selected === null ? last : within(current - 1);
    case "PageUp":
      return within(current + pageStep);
    case "PageDown":
      return within(current - pageStep);
    case "Home":
      return 0;
    case "End":
      return last;
    case "Escape":
      return null;
    default:
      return undefined;
  }
}

/** Moves labels apart so that none is closer than `distance` to the next, nor beyond `end`; keeps their order. */
export function spreadLabels(
  positions: readonly number[],
  distance: number,
  end: number,
): number[] {
  const order = positions.map((position, index) => ({ position, index }));
  order.sort((one, other) => one.position - other.position);
  const spread = [...positions];
  let previous = Number.NEGATIVE_INFINITY;
  for (const { position, index } of order) {
    previous = Math.max(position, previous + distance);
    spread[index] = previous;
  }
  let limit = end;
  for (const { index } of order.toReversed()) {
    spread[index] = Math.min(spread[index] ?? limit, limit);
    limit = (spread[index] ?? limit) - distance;
  }
  return spread;
}

import { expect, test } from "vitest";
import {
  axisTicks,
  highestOf,
  labelledPoints,
  pointAfterKey,
  spreadLabels,
  stackBars,
  totalsOf,
} from "./chart-data.ts";

const series = (key: string, values: readonly (number | null)[]) => ({ key, label: key, values });

test("the axis has few round ticks and covers the highest value", () => {
  expect(axisTicks(0, 1)).toEqual([0, 1]);
  expect(axisTicks(3, 1)).toEqual([0, 1, 2, 3]);
  expect(axisTicks(1_234, 1)).toEqual([0, 500, 1_000, 1_500]);
  expect(axisTicks(800, 1)).toEqual([0, 200, 400, 600, 800]);
  for (const highest of [1, 9, 10, 99, 101, 5_000, 123_456_789]) {
    const ticks = axisTicks(highest, 1);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(ticks.length).toBeLessThanOrEqual(5);
  }
});

test("bars are stacked on each other, and a missing value has no height", () => {
  const data = {
    kind: "bars" as const,
    times: [0, 1],
    series: [series("a", [2, null]), series("b", [3, 5])],
  };
  expect(stackBars(data)).toEqual([
    { low: [0, 0], high: [2, 0] },
    { low: [2, 0], high: [5, 5] },
  ]);
  expect(highestOf(data)).toBe(5);
  expect(highestOf({ ...data, kind: "lines" })).toBe(5);
  expect(highestOf({ kind: "bars", times: [], series: [] })).toBe(0);
});

test("C106: zero is a value, and only a point that no series measured has none", () => {
  const data = {
    times: [0, 1, 2],
    series: [series("a", [0, null, null]), series("b", [0, null, 4])],
  };
  expect(totalsOf(data)).toEqual([0, null, 4]);
});

test("labels of the time axis end with the last point and are as many as fit", () => {
  expect(labelledPoints(30, 600, 60)).toEqual([1, 8, 15, 22, 29]);
  expect(labelledPoints(7, 600, 60)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelledPoints(30, 150, 60)).toEqual([14, 29]);
  expect(labelledPoints(30, 10, 60)).toEqual([29]);
  expect(labelledPoints(0, 600, 60)).toEqual([]);
});

test("keys move the cursor within the chart", () => {
  const keys = (...pressed: string[]) => {
    let selected: number | null = null;
    return pressed.map((key) => {
      const next = pointAfterKey(key, selected, 30);
      if (next !== undefined) selected = next;
      return next;
    });
  };
  // The first key shows the last point.
  expect(keys("ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight")).toEqual([29, 28, 29, 29]);
  expect(keys("PageDown", "Home", "ArrowDown", "PageUp", "End")).toEqual([22, 0, 0, 7, 29]);
  expect(keys("Home", "Escape", "Tab")).toEqual([0, null, undefined]);
});

test("labels that are too close move apart in their order", () => {
  expect(spreadLabels([10, 12, 40], 14, 100)).toEqual([10, 24, 40]);
  expect(spreadLabels([12, 10, 11], 14, 100)).toEqual([38, 10, 24]);
});

test("labels at the end of the plot move up instead of onto the axis", () => {
  expect(spreadLabels([98, 100], 14, 94)).toEqual([80, 94]);
  expect(spreadLabels([100, 20, 100], 14, 94)).toEqual([80, 20, 94]);
});

import { expect, test } from "vitest";
import { usd } from "#contracts/money.ts";
import { axisTicks, toSpendSeries } from "./spend-series.ts";

const project = (id: string, colour: "teal" | "rose" = "teal") => ({
  id,
  name: id.toUpperCase(),
  colour,
  rateMicrosPerHour: 0,
  instances: [],
  moreInstances: 0,
});
const day = (date: string, amounts: Record<string, number>) => ({
  day: date,
  amounts: Object.entries(amounts).map(([id, cents]) => ({
    projectId: id === "none" ? null : id,
    amount: usd(cents),
  })),
});

test("sorts projects by cost, fills missing days with zero, and the total is the sum of all series", () => {
  const spend = toSpendSeries({
    projects: [project("a"), project("b", "rose"), project("c")],
    days: [day("2026-05-01", { a: 5, b: 20 }), day("2026-05-02", {}), day("2026-05-03", { a: 7 })],
  });
  expect(spend.series.map(({ name, cents, shade }) => [name, cents, shade])).toEqual([
    ["B", [20, 0, 0], 0],
    ["A", [5, 0, 7], 0],
    ["C", [0, 0, 0], 1],
  ]);
  expect(spend.cents).toEqual([25, 0, 7]);
  expect(spend.total).toBe(32);
});

test('groups surplus projects into "Others" and instances without a project into a series of their own', () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const spend = toSpendSeries({
    projects: ids.map((id) => project(id)),
    days: [
      day("2026-05-01", {
        ...Object.fromEntries(ids.map((id, place) => [id, place + 1])),
        none: 4,
      }),
    ],
  });
  expect(spend.series.map(({ key, total }) => [key, total])).toEqual([
    ["h", 8],
    ["g", 7],
    ["f", 6],
    ["e", 5],
    ["d", 4],
    ["c", 3],
    ["others", 3],
    ["none", 4],
  ]);
  expect(spend.total).toBe(40);
});

test("the scale has few round ticks and covers the highest day", () => {
  expect(axisTicks(0)).toEqual([0, 1]);
  expect(axisTicks(3)).toEqual([0, 1, 2, 3]);
  expect(axisTicks(1_234)).toEqual([0, 500, 1_000, 1_500]);
  expect(axisTicks(800)).toEqual([0, 200, 400, 600, 800]);
  for (const highest of [1, 9, 10, 99, 101, 5_000, 123_456_789]) {
    const scale = axisTicks(highest);
    expect(scale.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(scale.length).toBeLessThanOrEqual(5);
  }
});

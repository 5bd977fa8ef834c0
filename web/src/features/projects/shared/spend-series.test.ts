import { expect, test } from "vitest";
import { usd } from "#contracts/money.ts";
import { toDailySpend, toDailySpendOfGraph, toDailySpendOfProject } from "./spend-series.ts";

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

test("sorts projects by cost, fills missing days with zero, and leaves out projects without cost", () => {
  const spend = toDailySpendOfGraph({
    projects: [project("a"), project("b", "rose"), project("c")],
    days: [day("2026-05-01", { a: 5, b: 20 }), day("2026-05-02", {}), day("2026-05-03", { a: 7 })],
  });
  expect(spend).toMatchObject({ firstDay: "2026-05-01", days: 3 });
  expect(spend.series.map(({ name, colour, cents }) => [name, colour, cents])).toEqual([
    ["B", "rose", [20, 0, 0]],
    ["A", "teal", [5, 0, 7]],
  ]);
});

test('groups surplus projects into "Others" and instances without a project into a series of their own', () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const spend = toDailySpendOfGraph({
    projects: ids.map((id) => project(id)),
    days: [
      day("2026-05-01", {
        ...Object.fromEntries(ids.map((id, place) => [id, place + 1])),
        none: 4,
      }),
    ],
  });
  expect(spend.series.map(({ key, cents }) => [key, cents])).toEqual([
    ["h", [8]],
    ["g", [7]],
    ["f", [6]],
    ["e", [5]],
    ["d", [4]],
    ["c", [3]],
    ["others", [3]],
    ["none", [4]],
  ]);
});

test("the cost of one project leaves out the others, and is empty without cost", () => {
  const days = [day("2026-05-01", { a: 5, b: 20 }), day("2026-05-02", { b: 1, none: 3 })];
  expect(toDailySpendOfProject({ days }, project("a"))).toEqual({
    firstDay: "2026-05-01",
    days: 2,
    series: [{ key: "a", kind: "project", name: "A", colour: "teal", cents: [5, 0] }],
  });
  expect(toDailySpendOfProject({ days }, project("c")).series).toEqual([]);
});

test("the overview's series keep their order and kind", () => {
  const spend = toDailySpend(
    {
      firstDay: "2026-05-01",
      currency: "USD",
      series: [
        { kind: "project", project: { id: "a", name: "A", colour: "sky" }, cents: [1, 2] },
        { kind: "none", project: null, cents: [3, 0] },
      ],
    },
    2,
  );
  expect(spend.series).toEqual([
    { key: "a", kind: "project", name: "A", colour: "sky", cents: [1, 2] },
    { key: "none", kind: "none", name: "", colour: "slate", cents: [3, 0] },
  ]);
});

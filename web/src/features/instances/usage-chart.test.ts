import { expect, test } from "vitest";
import { chartDays } from "./usage-chart.tsx";

const second = (text: string) => Date.parse(text) / 1_000;
const now = second("2026-03-31T06:00:00Z");
const span = (start: string, end: string | null) => ({
  startSecond: second(start),
  endSecond: end === null ? null : second(end),
  rateMicrosPerHour: 1,
});

test("the days end today while the instance is billed, and with its last billed day after that", () => {
  expect(chartDays([span("2026-01-01T12:00:00Z", null)], now)).toEqual({
    first: "2026-03-02",
    days: 30,
  });
  expect(chartDays([span("2026-01-01T12:00:00Z", "2026-02-10T23:59:59Z")], now)).toEqual({
    first: "2026-01-12",
    days: 30,
  });
});

test("a short life is part of a week, and a longer one begins with its first day", () => {
  expect(chartDays([span("2026-03-31T05:00:00Z", null)], now)).toEqual({
    first: "2026-03-25",
    days: 7,
  });
  expect(
    chartDays(
      [
        span("2026-03-20T00:00:00Z", "2026-03-21T00:00:00Z"),
        span("2026-03-25T00:00:00Z", "2026-03-29T10:00:00Z"),
      ],
      now,
    ),
  ).toEqual({ first: "2026-03-20", days: 10 });
});

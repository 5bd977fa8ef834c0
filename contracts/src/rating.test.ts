import fc from "fast-check";
import { expect, test } from "vitest";
import { dailyCentsOfChanges } from "./rate-changes.ts";
import {
  billableIntervals,
  billedSeconds,
  costCents,
  dailyCostCents,
  exactCost,
  hourlyCents,
  monthlyEstimateCents,
  rateMonth,
  refundTaxCents,
  roundToCents,
  splitCents,
  type UsageInterval,
} from "./rating.ts";

const second = (text: string) => Date.parse(text) / 1000;
const dollars = (text: string) => Math.round(Number(text) * 1_000_000);
const interval = (start: string, end: string | null, rate: string): UsageInterval => ({
  startSecond: second(start),
  endSecond: end === null ? null : second(end),
  rateMicrosPerHour: dollars(rate),
});
const month = (start: string, next: string) =>
  [second(`${start}-01T00:00:00Z`), second(`${next}-01T00:00:00Z`)] as const;
const hours = (count: number) => count * 3600;

test.each([
  ["W01", "2026-01", "2026-02", 7440],
  ["W02", "2026-02", "2026-03", 6720],
  ["W03", "2028-02", "2028-03", 6960],
  ["W04", "2026-04", "2026-05", 7200],
  ["W21 spring", "2026-03", "2026-04", 7440],
  ["W21 autumn", "2026-10", "2026-11", 7440],
])("%s: a whole month at US$0.10 an hour is its hours in UTC", (_, start, next, cents) => {
  expect(costCents([interval("2025-12-15T00:00:00Z", null, "0.10")], ...month(start, next))).toBe(
    cents,
  );
});

test.each([
  ["0.00744", 1, 543],
  ["0.0105", 1, 767],
  ["0.0105", 3, 2300],
  ["0.10", 1, 7300],
])("W06, W54: an estimate of US$%s × %i is 730 hours, rounded once", (rate, quantity, cents) => {
  expect(monthlyEstimateCents(dollars(rate), quantity)).toBe(cents);
});

test.each([
  ["W07", "2.50", 4, 0],
  ["W08", "98.32", 164, 3],
])("%s: one second at US$%s is billed as a minute", (_, rate, withMinimum, without) => {
  const usage = interval("2026-01-10T10:00:00Z", "2026-01-10T10:00:01Z", rate);
  expect(costCents([usage], ...month("2026-01", "2026-02"))).toBe(withMinimum);
  expect(roundToCents(exactCost(usage.rateMicrosPerHour, 1))).toBe(without);
});

test("W09: rounds a line of a thousand one-minute instances once, not a thousand times", () => {
  expect(roundToCents(exactCost(dollars("0.10"), 60 * 1000))).toBe(167);
  expect(roundToCents(exactCost(dollars("0.10"), 60)) * 1000).toBe(0);
});

test("W10: bills usage across a month's end in the month it falls in", () => {
  const usage = interval("2026-01-31T23:30:00Z", "2026-02-01T00:45:00Z", "1.00");
  expect(costCents([usage], ...month("2026-01", "2026-02"))).toBe(50);
  expect(costCents([usage], ...month("2026-02", "2026-03"))).toBe(75);
});

test("W11: the minimum of an instance extends into the next month", () => {
  const usage = interval("2026-01-31T23:59:59Z", "2026-02-01T00:00:01Z", "0.35");
  expect(costCents([usage], ...month("2026-01", "2026-02"))).toBe(0);
  expect(costCents([usage], ...month("2026-02", "2026-03"))).toBe(1);
});

test("W15: 1043 seconds at US$0.50", () => {
  expect(
    costCents(
      [interval("2026-01-10T08:00:00Z", "2026-01-10T08:17:23Z", "0.50")],
      ...month("2026-01", "2026-02"),
    ),
  ).toBe(14);
});

test("W12: applies a price change from its moment on", () => {
  const lines = [
    interval("2026-01-10T10:00:00Z", "2026-01-10T10:20:00Z", "0.12"),
    interval("2026-01-10T10:20:00Z", "2026-01-10T11:00:00Z", "0.48"),
  ];
  expect(lines.map((line) => costCents([line], ...month("2026-01", "2026-02")))).toEqual([4, 32]);
  expect(costCents(lines, ...month("2026-01", "2026-02"))).toBe(36);
});

test("W16: an instance keeps the price of its order, a new one gets the new price", () => {
  const february = month("2026-02", "2026-03");
  expect(costCents([interval("2026-01-01T00:00:00Z", null, "0.10")], ...february)).toBe(6720);
  expect(costCents([interval("2026-02-15T00:00:00Z", null, "0.12")], ...february)).toBe(4032);
});

test("W20: bills all ten days of an instance that was off for half of them", () => {
  expect(
    costCents(
      [interval("2026-01-01T00:00:00Z", "2026-01-11T00:00:00Z", "0.10")],
      ...month("2026-01", "2026-02"),
    ),
  ).toBe(2400);
});

test("W22: 24 hours and 18 hours at US$0.0333", () => {
  expect([24, 18].map((count) => roundToCents(exactCost(dollars("0.0333"), hours(count))))).toEqual(
    [80, 60],
  );
});

test("W23: three instances of 100 hours at US$0.0105", () => {
  expect(roundToCents(exactCost(dollars("0.0105"), hours(100), 3))).toBe(315);
});

test("W24: rounds half a cent up", () => {
  expect(roundToCents(exactCost(dollars("64.22"), hours(2.25)))).toBe(14450);
  expect(roundToCents(-18_000_000n)).toBe(-1);
  expect(roundToCents(17_999_999n)).toBe(0);
});

test("applies the minimum once per instance, not per interval", () => {
  const at = second("2026-01-10T10:00:00Z");
  const stretch = (from: number, to: number) => ({
    startSecond: at + from,
    endSecond: at + to,
    rateMicrosPerHour: 3_600_000_000,
  });
  expect(costCents([stretch(0, 10), stretch(100, 110)], at, at + 1000)).toBe(60 * 100 + 10 * 100);
});

const seconds = fc.integer({ min: 0, max: 2_000_000 });
const rate = fc.integer({ min: 0, max: 1_000_000_000 });

test("splitting an interval does not change the total", () => {
  fc.assert(
    fc.property(
      seconds,
      fc.option(seconds),
      seconds,
      seconds,
      seconds,
      rate,
      (start, end, one, two, three, rateMicrosPerHour) => {
        const [from = 0, cut = 0, to = 0] = [one, two, three].sort((a, b) => a - b);
        const usage = {
          startSecond: start,
          endSecond: end === null ? null : Math.max(start, end),
          rateMicrosPerHour,
        };
        expect(billedSeconds(usage, from, cut) + billedSeconds(usage, cut, to)).toBe(
          billedSeconds(usage, from, to),
        );
      },
    ),
  );
});

test("the rounding error is at most half a cent, and hourly cents match the seconds", () => {
  fc.assert(
    fc.property(rate, seconds, (rateMicrosPerHour, count) => {
      const exact = exactCost(rateMicrosPerHour, count);
      const error = BigInt(roundToCents(exact)) * 36_000_000n - exact;
      expect(error <= 18_000_000n && error > -18_000_001n).toBe(true);
      expect(hourlyCents(rateMicrosPerHour)).toBe(roundToCents(exactCost(rateMicrosPerHour, 3600)));
    }),
  );
});

test("the cost per day is split at midnight UTC, ends now, and has the minimum once", () => {
  const firstDay = second("2026-03-28T00:00:00Z");
  const now = second("2026-03-31T06:00:00Z");
  const daily = (...intervals: UsageInterval[]) =>
    dailyCostCents(intervals, { firstDay, days: 4, now });
  // Clocks change in Europe on 2026-03-29; the day has 24 hours.
  expect(daily(interval("2026-03-28T23:00:00Z", null, "1"))).toEqual([100, 2400, 2400, 600]);
  expect(daily(interval("2026-03-01T00:00:00Z", "2026-03-28T02:00:00Z", "1"))).toEqual([
    200, 0, 0, 0,
  ]);
  expect(
    daily(
      interval("2026-03-28T00:00:00Z", "2026-03-28T00:00:01Z", "60"),
      interval("2026-03-29T00:00:00Z", "2026-03-29T00:00:01Z", "36"),
    ),
  ).toEqual([100, 1, 0, 0]);
  // A day after today costs nothing.
  expect(
    dailyCostCents([interval("2026-03-01T00:00:00Z", null, "1")], {
      firstDay,
      days: 2,
      now: second("2026-03-28T01:00:00Z"),
    }),
  ).toEqual([100, 0]);
});

test("an interval as two changes of the rate costs the same on each day", () => {
  const days = 5;
  const daySeconds = hours(24);
  const boundary = fc.nat(days * daySeconds - 1);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(boundary, boundary, fc.nat(2_000_000_000)), { maxLength: 4 }),
      (drawn) => {
        const intervals = drawn.map(([one, other, rate]) => ({
          startSecond: Math.min(one, other),
          endSecond: Math.max(one, other),
          rateMicrosPerHour: rate,
        }));
        const change = (at: number, rate: number) => ({
          day: Math.floor(at / daySeconds),
          units: BigInt(rate) * BigInt(daySeconds - (at % daySeconds)),
          rateMicrosPerHour: BigInt(rate),
        });
        const changes = intervals.flatMap(({ startSecond, endSecond, rateMicrosPerHour }) => [
          change(startSecond, rateMicrosPerHour),
          change(endSecond, -rateMicrosPerHour),
        ]);
        const expected = Array.from({ length: days }, (_, day) =>
          roundToCents(
            intervals.reduce(
              (sum, each) =>
                sum +
                exactCost(
                  each.rateMicrosPerHour,
                  billedSeconds(each, day * daySeconds, (day + 1) * daySeconds, 0),
                ),
              0n,
            ),
          ),
        );
        expect(dailyCentsOfChanges(changes, days)).toEqual(expected);
      },
    ),
  );
});

const manyRuns = { numRuns: 10_000 };
const anySecond = fc.integer({ min: 1, max: 5_000_000 });

test("an interval that is split at any second costs exactly what it cost as one", () => {
  const anyRate = fc.integer({ min: 0, max: 500_000_000 });
  fc.assert(
    fc.property(
      anySecond,
      anySecond,
      anyRate,
      fc.constantFrom(1, 60, 3600),
      (one, two, rate, granularity) => {
        const [cut, end] = [Math.min(one, two), Math.max(one, two)];
        const part = (startSecond: number, endSecond: number) => ({
          startSecond,
          endSecond,
          rateMicrosPerHour: rate,
        });
        const options = { granularitySeconds: granularity, minimumSeconds: 60 };
        const units = (parts: ReturnType<typeof part>[]) =>
          rateMonth(billableIntervals(parts, options), 0, 10_000_000).units;
        const whole = units([part(0, end)]);
        expect(units([part(0, cut), part(cut, end)])).toBe(whole);
        const error = BigInt(roundToCents(whole)) * 36_000_000n - whole;
        expect(2n * (error < 0n ? -error : error) <= 36_000_000n).toBe(true);
      },
    ),
    manyRuns,
  );
});

test("the parts of an amount add up to it and never exceed their weights", () => {
  const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(weights, fc.nat(1_000_000), (lines, share) => {
      const sum = lines.reduce((all, line) => all + line, 0);
      const total = Math.floor((sum * share) / 1_000_000);
      const parts = splitCents(total, lines);
      expect(parts.reduce((all, part) => all + part, 0)).toBe(total);
      expect(parts.every((part, line) => part >= 0 && part <= (lines[line] ?? 0))).toBe(true);
    }),
    manyRuns,
  );
});

test("partial refunds in any number of parts take back exactly the tax", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 300_000 }), (refunds, taxPpm) => {
      const totalCents = refunds.reduce((sum, cents) => sum + cents, 0);
      const document = {
        totalCents,
        taxCents: Math.floor((totalCents * taxPpm) / (1_000_000 + taxPpm)),
      };
      let [refundedCents, refundedTaxCents] = [0, 0];
      for (const cents of refunds) {
        const tax = refundTaxCents(cents, document, { refundedCents, refundedTaxCents });
        expect(tax >= 0 && tax <= cents).toBe(true);
        refundedCents += cents;
        refundedTaxCents += tax;
      }
      expect(refundedTaxCents).toBe(document.taxCents);
    }),
    manyRuns,
  );
});

/** Every worked example that needs no database, computed with the functions that rate and total invoices. */
import { expect, test } from "vitest";
import {
  billableIntervals,
  centsOfPpm,
  documentAmounts,
  exactCost,
  monthlyEstimateCents,
  type RatedInterval,
  rateMonth,
  refundTaxCents,
  roundToCents,
  splitCents,
} from "#contracts/rating.ts";
import { taxOf } from "#contracts/vat.ts";
import {
  asText,
  billingExamples,
  cardExamples,
  databaseExamples,
} from "../../testing/billing-examples.ts";

const at = (text: string) => Date.parse(text) / 1000;
const rate = (dollars: string) => Math.round(Number(dollars) * 1_000_000);
const hour = 3600;
type Month = readonly [from: number, to: number];
const monthOf = (year: number, month: number): Month => [
  Date.UTC(year, month - 1) / 1000,
  Date.UTC(year, month) / 1000,
];
const january = monthOf(2026, 1);
const february = monthOf(2026, 2);
const april = monthOf(2026, 4);

const run = (start: string | number, end: string | number, dollars: string, more: object = {}) => ({
  startSecond: typeof start === "number" ? start : at(start),
  endSecond: typeof end === "number" ? end : at(end),
  rateMicrosPerHour: rate(dollars),
  ...more,
});
const rated = (intervals: readonly RatedInterval[], [from, to]: Month = january, options = {}) =>
  rateMonth(billableIntervals(intervals, options), from, to);
const cost = (intervals: readonly RatedInterval[], month: Month = january, options = {}) =>
  asText(roundToCents(rated(intervals, month, options).units));
const lines = (intervals: readonly RatedInterval[], month: Month = january, options = {}) =>
  rated(intervals, month, options).intervals.map(({ units }) => asText(roundToCents(units)));
/** Runs through every month of the examples. */
const always = (dollars: string, more: object = {}) =>
  run(0, at("2030-01-01T00:00:00Z"), dollars, more);
const second = (dollars: string) => run("2026-01-10T10:00:00Z", "2026-01-10T10:00:01Z", dollars);
const amounts = (given: Parameters<typeof documentAmounts>[0]) => documentAmounts(given);
const texts = (...cents: number[]) => cents.map(asText);

const computed: Record<string, () => string[]> = {
  W01: () => [cost([always("0.10")])],
  W02: () => [cost([always("0.10")], february)],
  W03: () => [cost([always("0.10")], monthOf(2028, 2))],
  W04: () => [cost([always("0.10")], april)],
  W05: () =>
    [january, february, april].map((month) => cost([always("0.10", { capHours: 730 })], month)),
  W06: () =>
    texts(
      monthlyEstimateCents(rate("0.00744")),
      monthlyEstimateCents(rate("0.0105")),
      monthlyEstimateCents(rate("0.0105"), 3),
    ),
  W07: () => [cost([second("2.50")], january, { minimumSeconds: 60 }), cost([second("2.50")])],
  W08: () => [
    cost([second("98.32")], january, { minimumSeconds: 60 }),
    cost([second("98.32")]),
    cost([second("98.32")], january, { granularitySeconds: hour }),
  ],
  W09: () => {
    const units = exactCost(rate("0.10"), 60);
    return texts(roundToCents(units * 1000n), roundToCents(units) * 1000);
  },
  W10: () => {
    const night = [run("2026-01-31T23:30:00Z", "2026-02-01T00:45:00Z", "1.00")];
    return [cost(night), cost(night, february)];
  },
  W11: () => {
    const short = [run("2026-01-31T23:59:59Z", "2026-02-01T00:00:01Z", "0.35")];
    return [january, february].map((month) => cost(short, month, { minimumSeconds: 60 }));
  },
  W12: () => {
    const resized = [
      run("2026-01-10T10:00:00Z", "2026-01-10T10:20:00Z", "0.12"),
      run("2026-01-10T10:20:00Z", "2026-01-10T11:00:00Z", "0.48"),
    ];
    return [...lines(resized), cost(resized)];
  },
  W13: () =>
    lines(
      [
        run("2026-01-10T10:00:00Z", "2026-01-10T10:20:00Z", "0.12"),
        run("2026-01-10T10:20:00Z", "2026-01-10T10:50:00Z", "0.48"),
      ],
      january,
      { granularitySeconds: hour },
    ),
  W14: () => {
    const resized = [
      run("2026-01-10T10:00:10Z", "2026-01-10T10:20:25Z", "0.12"),
      run("2026-01-10T10:20:25Z", "2026-01-10T10:59:59Z", "0.48"),
    ];
    const options = { granularitySeconds: 60 };
    const minutes = rated(resized, january, options).intervals.map(
      ({ seconds }) => `${seconds / 60}`,
    );
    return [...minutes, ...lines(resized, january, options)];
  },
  W15: () => [cost([run("2026-01-10T08:00:00Z", "2026-01-10T08:17:23Z", "0.50")])],
  W16: () => [
    cost([always("0.10")], february),
    cost([run("2026-02-15T00:00:00Z", "2026-03-01T00:00:00Z", "0.12")], february),
  ],
  W17: () => {
    const moved = [
      run("2026-03-01T00:00:00Z", "2026-04-16T00:00:00Z", "0.10"),
      run("2026-04-16T00:00:00Z", "2026-05-01T00:00:00Z", "0.12"),
    ];
    return [...lines(moved, april), cost(moved, april)];
  },
  W18: () => {
    const upsized = [
      run("2026-01-01T00:00:00Z", "2026-01-31T12:00:00Z", "0.10", { capHours: 730 }),
      run("2026-01-31T12:00:00Z", "2026-02-01T00:00:00Z", "0.20", { capHours: 730 }),
    ];
    return [...lines(upsized), cost(upsized), asText(roundToCents(rated(upsized).cutUnits))];
  },
  W19: () => {
    const start = january[0];
    const downsized = [
      run(start, start + 735 * hour, "0.20", { capHours: 730 }),
      run(start + 735 * hour, start + 744 * hour, "0.10", { capHours: 730 }),
    ];
    return [...lines(downsized), cost(downsized), asText(roundToCents(rated(downsized).cutUnits))];
  },
  W20: () => [cost([run("2026-01-01T00:00:00Z", "2026-01-11T00:00:00Z", "0.10")])],
  W21: () => [3, 10].map((month) => cost([always("0.10")], monthOf(2026, month))),
  W23: () => [cost([run(january[0], january[0] + 100 * hour, "0.0105", { quantity: 3 })])],
  W24: () => [cost([run(january[0], january[0] + 2.25 * hour, "64.22")])],
  W25: () => {
    const { netCents, taxCents, totalCents } = amounts({
      lineCents: [5000],
      creditCents: [2000],
      taxPpm: 210_000,
    });
    return texts(netCents, taxCents, totalCents);
  },
  W27: () => {
    const percent = { ppm: 150_000, maximumCents: null };
    const { discountCents, netCents, taxCents, totalCents } = amounts({
      lineCents: [3333],
      percent,
      taxPpm: 190_000,
    });
    return texts(discountCents, netCents, taxCents, totalCents);
  },
  W28: () => {
    const percent = { ppm: 250_000, maximumCents: null };
    const { percentCents, creditCents, totalCents } = amounts({
      lineCents: [10_000],
      percent,
      creditCents: [1000],
      taxPpm: 0,
    });
    return texts(percentCents, ...creditCents, totalCents);
  },
  W29: () => {
    const { creditCents, totalCents } = amounts({
      lineCents: [1200],
      creditCents: [500, 1000],
      taxPpm: 0,
    });
    return texts(...creditCents, 1000 - (creditCents[1] ?? 0), totalCents);
  },
  W30: () => texts(...splitCents(1000, [1000, 1000, 1000])),
  W31: () => {
    const { taxCents, totalCents } = amounts({ lineCents: [5555, 1111], taxPpm: 230_000 });
    return texts(taxCents, totalCents, ...splitCents(taxCents, [5555, 1111]));
  },
  W32: () => {
    const percent = { ppm: 1_000_000, maximumCents: null };
    const { discountCents, totalCents } = amounts({ lineCents: [14_450], percent, taxPpm: 0 });
    return texts(discountCents, totalCents);
  },
  W33: () => {
    const rates = new Map([
      ["DE", 190_000],
      ["NL", 210_000],
      ["FI", 255_000],
    ]);
    const total = (country: string, hasValidVatId: boolean, cents = 10_000) => {
      const { rateOf } = taxOf("NL", { country, hasValidVatId });
      const taxPpm = rateOf === null ? 0 : (rates.get(rateOf) ?? 0);
      return amounts({ lineCents: [cents], taxPpm }).totalCents;
    };
    return texts(
      total("DE", true),
      total("DE", false),
      total("NL", true),
      total("US", false),
      total("FI", false, 1010),
    );
  },
  W34: () => {
    const percent = { ppm: 500_000, maximumCents: 2500 };
    const { discountCents, totalCents } = amounts({ lineCents: [8000], percent, taxPpm: 0 });
    return texts(discountCents, totalCents);
  },
  W40: () => {
    const document = { totalCents: 1190, taxCents: 190 };
    let [refundedCents, refundedTaxCents] = [0, 0];
    const parts = [397, 397, 396].flatMap((cents) => {
      const tax = refundTaxCents(cents, document, { refundedCents, refundedTaxCents });
      refundedCents += cents;
      refundedTaxCents += tax;
      return [cents - tax, tax];
    });
    return texts(...parts, refundedTaxCents);
  },
  W49: () => {
    const left = january[1] - at("2026-01-21T00:00:00Z");
    return ["0.05", "0.03"].flatMap((dollars) => {
      const cents = 9000 + roundToCents(exactCost(rate(dollars), left));
      return [asText(cents), cents > 10_000 ? "refuse" : "ok"];
    });
  },
  W54: () => {
    const running = [always("0.10")];
    const now: Month = [january[0], at("2026-01-16T12:00:00Z")];
    return [cost(running, now), cost(running), asText(monthlyEstimateCents(rate("0.10")))];
  },
};

test.each(billingExamples.filter(({ id }) => ![...databaseExamples, ...cardExamples].includes(id)))(
  "$id: $what",
  ({ id, expected }) => {
    expect(computed[id]?.()).toEqual(expected);
  },
);

test("N39: half a percent of tax is exact: 25.5 % of 267.00 is 68.09, of 0.02 is 0.01", () => {
  expect([centsOfPpm(26_700, 255_000), centsOfPpm(2, 255_000)]).toEqual([6809, 1]);
});

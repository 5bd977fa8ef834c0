import { expect, test } from "vitest";
import { formatMoney } from "../../../contracts/src/money.ts";
import { formatDuration, formatUsd, formatRate, formatTime, humanize } from "./format.ts";

test.each([0, 5, 99, 100, -1500, 123_456, 100_000_000, -100_000_000])(
  "formats %i cents like the console",
  (cents) => {
    const amount = { cents, currency: "USD" } as const;
    expect(formatUsd(amount)).toBe(formatMoney(amount));
  },
);

test("formats a rate with all its decimals, at least two", () => {
  expect([900_000, 1, 12_500, 7_400_000, 0, 1_234_000_000].map(formatRate)).toEqual([
    "US$0.90",
    "US$0.000001",
    "US$0.0125",
    "US$7.40",
    "US$0.00",
    "US$1,234.00",
  ]);
});

test("formats times, durations and codes", () => {
  expect(formatTime("2026-05-15T11:00:30.000+02:00")).toBe("2026-05-15 09:00 UTC");
  expect([0, 59.4, 61, 3_661].map(formatDuration)).toEqual([
    "0 s",
    "59 s",
    "1 min 1 s",
    "1 h 1 min",
  ]);
  expect([humanize("image_missing"), humanize("No Session"), humanize("x")]).toEqual([
    "image missing",
    "No Session",
    "x",
  ]);
});

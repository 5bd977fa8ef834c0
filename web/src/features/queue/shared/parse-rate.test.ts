import { expect, test } from "vitest";
import { parseRate, rateText } from "./parse-rate.ts";

test("an amount in dollars is exact in micro-dollars, with a point or a comma", () => {
  expect(["0.90", "0,9", " 12 ", "1.190001", "0.07", "9999"].map(parseRate)).toEqual([
    900_000, 900_000, 12_000_000, 1_190_001, 70_000, 9_999_000_000,
  ]);
});

test("what is no amount is left for the server's validation", () => {
  for (const text of ["", "-1", "1.2345678", "1e3", "US$1", "12345", "1.2.3"])
    expect(parseRate(text)).toBe(text);
});

test("a rate becomes a text that is read back", () => {
  for (const micros of [40_000, 900_000, 1_190_001, 11_200_000, 12_000_000])
    expect(parseRate(rateText(micros))).toBe(micros);
  expect([rateText(900_000), rateText(12_000_000), rateText(40_000)]).toEqual([
    "0.90",
    "12.00",
    "0.04",
  ]);
});

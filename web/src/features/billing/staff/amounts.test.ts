import { expect, test } from "vitest";
import { centsText, microsText, toCents, toCount, toMicros } from "./amounts.ts";
import { dayOfEnd, dayOfStart, emptyToNull, percentText, toPpm } from "./promo-code-values.ts";

test.each([
  [0, "0.00"],
  [5, "0.05"],
  [51_557, "515.57"],
  [100_000, "1000.00"],
  [-500, "-5.00"],
])("%i cents are shown as %s", (cents, text) => {
  expect(centsText(cents)).toBe(text);
  if (cents >= 0) expect(toCents(text)).toBe(cents);
});

test.each([
  [2_500_000, "2.50"],
  [125, "0.000125"],
  [1_255_000, "1.255"],
])("%i micro-dollars are shown as %s", (micros, text) => {
  expect(microsText(micros)).toBe(text);
  expect(toMicros(text)).toBe(micros);
});

test("a text that is no figure is none", () => {
  for (const text of ["", "a lot", "1,000", "-1", "1.2345678"]) expect(toMicros(text)).toBeNull();
  for (const text of ["", "1.5", "-1"]) expect(toCount(text)).toBeNull();
  expect(emptyToNull("", toCount)).toBeNull();
  expect(emptyToNull("many", toCount)).toBe("many");
});

test.each([
  [125_000, "12.5"],
  [1_000_000, "100"],
  [1, "0.0001"],
])("%i parts per million are %s percent", (ppm, text) => {
  expect(percentText(ppm)).toBe(text);
  expect(toPpm(text)).toBe(ppm);
});

test("a period names its first and last whole day in UTC", () => {
  expect(dayOfStart("2026-02-01T00:00:00.000Z")).toBe("2026-02-01");
  expect(dayOfEnd("2026-03-01T00:00:00.000Z")).toBe("2026-02-28");
});

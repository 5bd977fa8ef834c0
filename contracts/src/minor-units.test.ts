import { expect, test } from "vitest";
import { toMinorUnits } from "./minor-units.ts";

test("BC-70: a currency without decimals is not multiplied by 100", () => {
  expect(toMinorUnits("JPY", "500")).toBe(500);
  expect(toMinorUnits("USD", "5.00")).toBe(500);
  expect(toMinorUnits("USD", "5")).toBe(500);
  expect(toMinorUnits("EUR", "0.1")).toBe(10);
});

test("what is no amount of the currency is rejected", () => {
  for (const text of ["", "abc", "-5", "1e3", "5.001", "5,00", ".5", "5.", "1234567890"])
    expect([text, toMinorUnits("USD", text)]).toEqual([text, null]);
  expect(toMinorUnits("JPY", "5.00")).toBeNull();
});

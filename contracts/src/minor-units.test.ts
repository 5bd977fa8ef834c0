import { expect, test } from "vitest";
import { isAmbiguousAmount, toMinorUnits } from "./minor-units.ts";

test("BC-70: a currency without decimals is not multiplied by 100", () => {
  expect(toMinorUnits("JPY", "500")).toBe(500);
  expect(toMinorUnits("USD", "5.00")).toBe(500);
  expect(toMinorUnits("USD", "5")).toBe(500);
  expect(toMinorUnits("EUR", "0.1")).toBe(10);
});

test("N33: an amount is the same with a decimal comma, with separators of thousands and in full width", () => {
  for (const [text, cents] of [
    ["40,23", 4023],
    ["40.23", 4023],
    ["12,5", 1250],
    [" 0,07 ", 7],
    ["1.234,56", 123_456],
    ["1,234.56", 123_456],
    ["1.234.567", 123_456_700],
    ["1,234,567.8", 123_456_780],
    ["１２", 1200],
    ["１２，５０", 1250],
  ] as const)
    expect([text, toMinorUnits("USD", text)]).toEqual([text, cents]);
});

test("N33: a text that can mean two amounts is none", () => {
  for (const text of ["1.234", "1,234", "15.000", "１.２３４"])
    expect([text, isAmbiguousAmount(text), toMinorUnits("USD", text)]).toEqual([text, true, null]);
  for (const text of ["1234", "1.23", "0.123", "1.234,56", "1.2345"])
    expect([text, isAmbiguousAmount(text)]).toEqual([text, false]);
});

test("what is no amount of the currency is rejected", () => {
  for (const text of [
    "",
    "abc",
    "-5",
    "1e3",
    "5.001",
    ".5",
    "5.",
    "1234567890",
    "1.234.56",
    "1,234,56",
    "12.34.567",
    "1.234,567",
    "0.123,45",
    "1 234",
    "5²",
    "٥",
  ])
    expect([text, toMinorUnits("USD", text)]).toEqual([text, null]);
  expect(toMinorUnits("JPY", "5.00")).toBeNull();
});

import { describe, expect, test } from "vitest";
import { formatEnergy } from "./energy.ts";
import { formatEnergyAmount } from "./shared/energy-amount.ts";

const english = { locale: "en", timeZone: "UTC" } as const;
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("energy", () => {
  test("of an hour: kilowatt-hours and grams", () => {
    expect(plain(formatEnergy(422, 9, english).perHour)).toBe("0.42 kWh · 3.8 gCO₂e");
  });

  test.for([
    [0, 9, "0 kWh · 0 gCO₂e"],
    [12.34, 9, "12.3 kWh · 111 gCO₂e"],
    [1_000, 9, "1,000 kWh · 9 kgCO₂e"],
  ] as const)("of a billed time: %s kWh at %s g", ([kwh, grams, text]) => {
    expect(plain(formatEnergyAmount(kwh, grams, english))).toBe(text);
  });
});

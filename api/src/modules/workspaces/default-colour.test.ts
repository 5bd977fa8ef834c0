import { expect, test } from "vitest";
import { workspaceColours } from "#contracts/workspaces.ts";
import { defaultColour } from "./default-colour.ts";

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(workspaceColours)("white text is readable on %s", (colour) => {
  expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThanOrEqual(4.5);
});

test("a handle has a stable color, and handles have different ones", () => {
  expect(defaultColour("northwind")).toBe(defaultColour("northwind"));
  const seen = new Set(
    ["northwind", "acme", "globex", "initech", "umbrella", "hooli"].map(defaultColour),
  );
  expect(seen.size).toBeGreaterThan(2);
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("brand.css", import.meta.url), "utf8");

type Rgb = readonly [number, number, number];

function rgb(hex: string): Rgb {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
  return [part(1), part(3), part(5)];
}

/** Light and dark value of each color: `--ink: light-dark(#13201a, #e9f1ed)`. */
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light: rgb(light), dark: rgb(dark) }],
  ),
);

/** Relative luminance by WCAG 2.2. */
function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const grounds = ["bg", "surface", "raised", "sunken"];
const textPairs = [
  ...["ink", "ink-2", "ink-3", "accent", "ok", "busy", "warn", "bad", "idle"].flatMap((word) =>
    grounds.map((ground) => [word, ground] as const),
  ),
  ...["ok", "busy", "warn", "bad"].map((word) => [word, `${word}-tint`] as const),
  ...["ok-tint", "busy-tint", "warn-tint", "bad-tint", "accent-tint"].map(
    (tint) => ["ink", tint] as const,
  ),
  ["ink-2", "idle-tint"] as const,
  ["ink-2", "accent-tint"] as const,
  ["accent", "accent-tint"] as const,
  ["on-accent", "accent"] as const,
  ["on-accent", "accent-hover"] as const,
  ["on-bad", "bad"] as const,
  ["on-bad", "bad-hover"] as const,
];
const edgePairs = ["field", "accent"].flatMap((edge) =>
  ["bg", "surface", "raised"].map((ground) => [edge, ground] as const),
);

const of = (name: string, theme: "light" | "dark"): Rgb => {
  const found = colours.get(name);
  if (found === undefined) throw new Error(`brand.css has no --${name}`);
  return found[theme];
};

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each(textPairs)("%s is readable on %s", (word, ground) => {
    expect(contrast(of(word, theme), of(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(edgePairs)("the edge %s is visible on %s", (edge, ground) => {
    expect(contrast(of(edge, theme), of(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

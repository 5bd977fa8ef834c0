import { expect, test } from "vitest";
import { layoutNames, strokesOf } from "./keyboard-layouts.ts";

/** `Shift+KeyA` */
const keysOf = (text: string, layout: string) =>
  strokesOf(text, layout).strokes.map(({ code, held }) =>
    [...held.map((key) => key.code), code].join("+"),
  );

test("types each character with the key of the instance's layout", () => {
  expect(keysOf("yZ@", "us")).toEqual(["KeyY", "ShiftLeft+KeyZ", "ShiftLeft+Digit2"]);
  expect(keysOf("yZ@", "de")).toEqual(["KeyZ", "ShiftLeft+KeyY", "AltRight+KeyQ"]);
  expect(keysOf('"@#\\', "gb")).toEqual([
    "ShiftLeft+Digit2",
    "ShiftLeft+Quote",
    "Backslash",
    "IntlBackslash",
  ]);
  expect(keysOf("a\r\n\tb c", "us")).toEqual(["KeyA", "Enter", "Tab", "KeyB", "Space", "KeyC"]);
});

test("a dead key is followed by the space bar", () => {
  expect(keysOf("^", "de")).toEqual(["Backquote", "Space"]);
  expect(keysOf("`", "de")).toEqual(["ShiftLeft+Equal", "Space"]);
  expect(keysOf("^`", "us")).toEqual(["ShiftLeft+Digit6", "Backquote"]);
});

test("every layout types all printable ASCII characters", () => {
  const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");
  for (const layout of layoutNames)
    expect([layout, strokesOf(ascii, layout).missing]).toEqual([layout, []]);
});

test("names the characters that the layout has no key for, each once", () => {
  expect(strokesOf("größer € 漢漢 🌍", "us").missing).toEqual(["ö", "ß", "€", "漢", "🌍"]);
  // A letter and its accent in two parts are one character of the layout.
  expect(strokesOf("gro\u0308ßer € 漢", "de").missing).toEqual(["漢"]);
});

test("keysyms are Latin-1 as they are, and others marked as Unicode", () => {
  expect(strokesOf("ä€", "de").strokes.map(({ keysym }) => keysym)).toEqual([0xe4, 0x010020ac]);
});

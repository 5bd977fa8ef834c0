import { expect, test } from "vitest";
import { handle as handleShape } from "#contracts/text.ts";
import { suggestHandle } from "./suggest-handle.ts";

test.each([
  ["Åre Älvdalen & Söner", "are-alvdalen-soner"],
  ["  Northwind  ", "northwind"],
  ["42 Lights", "lights"],
  ["Straße", "strasse"],
])("%s becomes %s", (name, requested) => {
  expect(suggestHandle(name)).toBe(requested);
});

test("suggests no handle for an empty name", () => {
  expect(suggestHandle("   ")).toBe("");
});

test.each([
  "株式会社アルプス",
  "🦊",
  "🦊🦊🦊",
  "---",
  "\u202e\u200b",
  "a",
  "9",
  "Admin",
  "404",
  "www",
  "x".repeat(200),
  "ab ".repeat(40),
  "a - - b",
])("C071: what is suggested for %s can be taken", (name) => {
  const handle = suggestHandle(name);
  expect(handleShape.safeParse(handle).success, handle).toBe(true);
  expect(suggestHandle(name), "the same each time").toBe(handle);
});

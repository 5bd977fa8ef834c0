import { expect, test } from "vitest";
import { toNameList } from "./name-list.ts";

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `gpu-${String(index).padStart(4, "0")}`);

test("few names are all there", () => {
  expect(toNameList(["gpu-1", "gpu-2"], "en")).toBe("gpu-1, gpu-2");
  expect(toNameList(names(150), "de")).toBe(names(150).join(", "));
});

test.each([
  ["en", "and 50 more"],
  ["de", "und 50 weitere"],
] as const)("names without room are cut off at a whole name and counted: %s", (locale, more) => {
  expect(toNameList(names(200), locale)).toBe(`${names(150).join(", ")} ${more}`);
});

import { expect, test } from "vitest";
import { breakableParts } from "./breakable.tsx";

test("breaks after dots and slashes, and not inside the scheme", () => {
  expect(breakableParts("node-1.eu.example.com")).toEqual(["node-1.", "eu.", "example.", "com"]);
  expect(breakableParts("https://hooks.example.com/a/b")).toEqual([
    "https://hooks.",
    "example.",
    "com/",
    "a/",
    "b",
  ]);
  expect(breakableParts("infer-a")).toEqual(["infer-a"]);
  expect(breakableParts("example.com/")).toEqual(["example.", "com/"]);
});

import { expect, test } from "vitest";
import { includesChanges, copySnapshot, parseSnapshot, recordSnapshot } from "./data-freshness.ts";

const responseWith = (header: string | null) => {
  const data = { rows: [] };
  recordSnapshot(data, header);
  return data;
};

test("a snapshot includes changes committed before it, and none that was in progress or started later", () => {
  const data = responseWith("10:20:10,14");
  expect(["9", "11", "13", "19"].map((change) => includesChanges(data, [change]))).not.toContain(
    false,
  );
  expect(["10", "14", "20", "21"].map((change) => includesChanges(data, [change]))).not.toContain(
    true,
  );
  expect(includesChanges(data, ["9", "13"])).toBe(true);
  expect(includesChanges(data, ["9", "14"])).toBe(false);
});

test("compares transaction ids beyond the safe integer range", () => {
  const data = responseWith("9007199254740993:9007199254740993:");
  expect(includesChanges(data, ["9007199254740992"])).toBe(true);
  expect(includesChanges(data, ["9007199254740993"])).toBe(false);
});

test("data without a snapshot is stale, and so is any data after an unknown change", () => {
  expect(includesChanges(responseWith(null), ["1"])).toBe(false);
  expect(includesChanges(undefined, ["1"])).toBe(false);
  expect(includesChanges(responseWith("10:10:"), [null])).toBe(false);
  expect(parseSnapshot("soon")).toBeNull();
});

test("data kept by structural sharing takes over the snapshot of the equal response", () => {
  const stored = responseWith("10:10:");
  copySnapshot(responseWith("20:20:"), stored);
  expect(includesChanges(stored, ["15"])).toBe(true);
});

import { expect, test } from "vitest";
import { includesChanges, copySnapshot, parseSnapshot, recordSnapshot } from "./data-freshness.ts";

const answer = (header: string | null) => {
  const data = { rows: [] };
  recordSnapshot(data, header);
  return data;
};

test("an answer has seen what was committed before it, and nothing that was under way or came later", () => {
  const data = answer("10:20:10,14");
  expect(["9", "11", "13", "19"].map((change) => includesChanges(data, [change]))).not.toContain(
    false,
  );
  expect(["10", "14", "20", "21"].map((change) => includesChanges(data, [change]))).not.toContain(
    true,
  );
  expect(includesChanges(data, ["9", "13"])).toBe(true);
  expect(includesChanges(data, ["9", "14"])).toBe(false);
});

test("numbers grow beyond what a float tells apart", () => {
  const data = answer("9007199254740993:9007199254740993:");
  expect(includesChanges(data, ["9007199254740992"])).toBe(true);
  expect(includesChanges(data, ["9007199254740993"])).toBe(false);
});

test("what says nothing of its freshness is asked for again, and so is anything after an unknown change", () => {
  expect(includesChanges(answer(null), ["1"])).toBe(false);
  expect(includesChanges(undefined, ["1"])).toBe(false);
  expect(includesChanges(answer("10:10:"), [null])).toBe(false);
  expect(parseSnapshot("soon")).toBeNull();
});

test("the older object that stays in the place of an equal answer is as fresh as that answer", () => {
  const stored = answer("10:10:");
  copySnapshot(answer("20:20:"), stored);
  expect(includesChanges(stored, ["15"])).toBe(true);
});

import { expect, test } from "vitest";
import { offeredPeriods, periodKey } from "./report-periods.ts";

test("offers months in UTC, half-open, and days with today", () => {
  const keys = offeredPeriods(Date.parse("2026-03-31T23:30:00Z")).map(({ search }) =>
    periodKey(search),
  );
  expect(keys.slice(0, 3)).toEqual([
    "",
    "2026-02-01T00:00:00.000Z/2026-03-01T00:00:00.000Z",
    "2026-01-01T00:00:00.000Z/2026-02-01T00:00:00.000Z",
  ]);
  expect(keys[12]).toBe("2026-03-25T00:00:00.000Z/2026-04-01T00:00:00.000Z");
  expect(keys).toHaveLength(16);
});

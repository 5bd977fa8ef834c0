import { expect, test } from "vitest";
import { offeredPeriods, periodKey } from "./usage-periods.ts";

test("offers months as a whole, and days up to today", () => {
  const offered = offeredPeriods("2026-03-31");
  expect(offered.map(({ search }) => periodKey(search))).toEqual([
    "",
    "2026-02-01/2026-02-28",
    "2026-01-01/2026-01-31",
    "2025-12-01/2025-12-31",
    "2025-11-01/2025-11-30",
    "2025-10-01/2025-10-31",
    "2026-03-25/2026-03-31",
    "2026-03-02/2026-03-31",
    "2026-01-01/2026-03-31",
    "2026-03-30/2026-03-31/hour",
    "2026-03-25/2026-03-31/hour",
  ]);
});

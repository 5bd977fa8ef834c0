import { expect, test } from "vitest";
import { maxExportRows, exceedsExportLimit } from "./export-limit.ts";

test("an inexact total may exceed the export limit", () => {
  const may = (total: number, totalIsExact: boolean) => exceedsExportLimit({ total, totalIsExact });
  expect([may(maxExportRows, true), may(maxExportRows + 1, true)]).toEqual([false, true]);
  expect([may(1000, true), may(1000, false)]).toEqual([false, true]);
});

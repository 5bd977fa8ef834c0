import { expect, test } from "vitest";
import { maxExportRows, exceedsExportLimit } from "./activity.ts";

test("a list that stopped counting may have more than a table of it holds, and is said to", () => {
  const may = (total: number, totalIsExact: boolean) => exceedsExportLimit({ total, totalIsExact });
  expect([may(maxExportRows, true), may(maxExportRows + 1, true)]).toEqual([false, true]);
  expect([may(1000, true), may(1000, false)]).toEqual([false, true]);
});

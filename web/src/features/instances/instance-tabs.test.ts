import { expect, test } from "vitest";
import { instanceTabs, tabsOf } from "./instance-tabs.ts";

const activatedAt = "2026-11-01T08:00:00.000Z";

test("an instance that exists has all tabs", () => {
  for (const status of ["active", "stopped", "terminating", "error"] as const)
    expect(tabsOf({ status, activatedAt })).toEqual(instanceTabs);
  expect(tabsOf({ status: "building", activatedAt: null })).toEqual(instanceTabs);
});

test("a terminated instance has only what is kept of it", () => {
  expect(tabsOf({ status: "terminated", activatedAt })).toEqual(["timeline", "usage"]);
  expect(tabsOf({ status: "terminated", activatedAt: null })).toEqual(["timeline", "usage"]);
});

test("a failed creation has nothing to connect to or to measure", () => {
  expect(tabsOf({ status: "error", activatedAt: null })).toEqual(["timeline", "usage", "settings"]);
});

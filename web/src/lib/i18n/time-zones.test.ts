import { expect, test } from "vitest";
import { formatUtcOffset, timeZoneOptions } from "./time-zones.ts";

const winter = Date.UTC(2026, 0, 15);
const summer = Date.UTC(2026, 6, 15);

test("a zone's offset is the one of the given day, daylight saving time included", () => {
  expect([
    formatUtcOffset("Europe/Stockholm", winter),
    formatUtcOffset("Europe/Stockholm", summer),
    formatUtcOffset("Asia/Kolkata", winter),
    formatUtcOffset("America/New_York", summer),
    formatUtcOffset("UTC", winter),
  ]).toEqual(["UTC+01:00", "UTC+02:00", "UTC+05:30", "UTC-04:00", "UTC"]);
});

test("finds a zone by common search terms, and keeps a selected zone that the browser does not list", () => {
  const options = timeZoneOptions("Etc/GMT+4", winter);
  expect(options.find(({ value }) => value === "America/New_York")?.label).toBe(
    "America/New York (UTC-05:00)",
  );
  expect(options.find(({ value }) => value === "Etc/GMT+4")?.label).toBe("Etc/GMT+4 (UTC-04:00)");
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
});

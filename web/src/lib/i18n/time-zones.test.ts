import { expect, test } from "vitest";
import { formatUtcOffset, timeZoneOptions } from "./time-zones.ts";

const winter = Date.UTC(2026, 0, 15);
const summer = Date.UTC(2026, 6, 15);

test("a zone's offset is the one of that day, summer time included", () => {
  expect([
    formatUtcOffset("Europe/Stockholm", winter),
    formatUtcOffset("Europe/Stockholm", summer),
    formatUtcOffset("Asia/Kolkata", winter),
    formatUtcOffset("America/New_York", summer),
    formatUtcOffset("UTC", winter),
  ]).toEqual(["UTC+01:00", "UTC+02:00", "UTC+05:30", "UTC-04:00", "UTC"]);
});

test("a zone is found by the words people type, and one the browser does not list is kept", () => {
  const options = timeZoneOptions("Etc/GMT+4", winter);
  expect(options.find(({ value }) => value === "America/New_York")?.label).toBe(
    "America/New York (UTC-05:00)",
  );
  expect(options.find(({ value }) => value === "Etc/GMT+4")?.label).toBe("Etc/GMT+4 (UTC-04:00)");
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
});

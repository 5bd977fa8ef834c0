import { expect, test } from "vitest";
import { toLocalDate, oneMillisecondBefore, startOfDay } from "./calendar-days.ts";

test("a day begins at midnight in the user's time zone", () => {
  expect(startOfDay("2026-11-27", "UTC")).toBe("2026-11-27T00:00:00.000Z");
  expect(startOfDay("2026-11-27", "Europe/Stockholm")).toBe("2026-11-26T23:00:00.000Z");
  expect(startOfDay("2026-11-27", "America/New_York")).toBe("2026-11-27T05:00:00.000Z");
  expect(startOfDay("2026-11-27", "Asia/Kathmandu")).toBe("2026-11-26T18:15:00.000Z");
});

test("days of a daylight saving change begin and end at local midnight", () => {
  expect(startOfDay("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(startOfDay("2026-03-29", "Europe/Berlin", 1)).toBe("2026-03-29T22:00:00.000Z");
  expect(startOfDay("2026-10-25", "Europe/Berlin")).toBe("2026-10-24T22:00:00.000Z");
  expect(startOfDay("2026-10-25", "Europe/Berlin", 1)).toBe("2026-10-25T23:00:00.000Z");
});

test("a day survives the conversion to a time range and back", () => {
  for (const zone of ["UTC", "Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"]) {
    const from = startOfDay("2026-02-28", zone);
    const to = startOfDay("2026-02-28", zone, 1);
    expect([
      toLocalDate(from, zone),
      toLocalDate(oneMillisecondBefore(to), zone),
      toLocalDate(to, zone),
    ]).toEqual(["2026-02-28", "2026-02-28", "2026-03-01"]);
  }
});

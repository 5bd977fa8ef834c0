import { describe, expect, test } from "vitest";
import {
  formatCountry,
  formatDateTime,
  formatBytes,
  formatDuration,
  formatGigabytes,
  initials,
  formatHourlyRate,
  formatMoneyAmount,
  formatMonthlyRate,
  formatPercent,
  formatRelativeTime,
  formatElapsed,
} from "./format.ts";
import { pageI18n } from "./page-i18n.ts";

const english = { locale: "en", timeZone: "Europe/Stockholm" };
const german = { locale: "de", timeZone: "Europe/Berlin" };

describe("durations", () => {
  test.each([
    [0, "0 s"],
    [12, "12 s"],
    [72, "1 min 12 s"],
    [3_600, "1 h"],
    [3_659, "1 h"],
    [259_200, "3 d"],
    [532_800, "6 d 4 h"],
    [-5, "0 s"],
  ])("%i seconds are %s", (seconds, words) => {
    expect(formatDuration(seconds)).toBe(words);
  });
  test("formats elapsed time as minutes, with hours from one hour on", () => {
    expect([formatElapsed(72), formatElapsed(3_849)]).toEqual(["1:12", "1:04:09"]);
  });
});

describe("money", () => {
  test("shows a rate in whole cents, and with more digits below one cent", () => {
    expect([
      formatHourlyRate(7_960_000),
      formatHourlyRate(900_000, 3),
      formatHourlyRate(4_200),
      formatHourlyRate(0),
    ]).toEqual(["US$7.96", "US$2.70", "US$0.0042", "US$0.00"]);
  });
  test("has the separators of the page's language", () => {
    pageI18n().activate("de");
    expect([
      formatMoneyAmount({ cents: 117_808, currency: "USD" }),
      formatMoneyAmount({ cents: -123_456_789, currency: "USD" }),
      formatHourlyRate(4_200),
    ]).toEqual(["US$1.178,08", "-US$1.234.567,89", "US$0,0042"]);
    pageI18n().activate("en");
    expect(formatMoneyAmount({ cents: 117_808, currency: "USD" })).toBe("US$1,178.08");
  });
  test("a month has 730 hours", () => {
    expect(formatMonthlyRate(7_960_000)).toBe("US$5,810.80");
  });
});

describe("time", () => {
  const at = "2026-11-27T13:20:00Z";
  const now = Date.parse("2026-11-27T13:25:30Z");
  test("formats past times relative to now in the user's language", () => {
    expect(formatRelativeTime(at, now, english)).toBe("5 minutes ago");
    expect(formatRelativeTime(at, now, german)).toBe("vor 5 Minuten");
    expect(formatRelativeTime(at, Date.parse(at) + 20_000, english)).toBe("now");
  });
  test("rounds future times to the nearest unit and past times down", () => {
    const ahead = (seconds: number) =>
      formatRelativeTime(at, Date.parse(at) - seconds * 1_000, english);
    const day = 86_400;
    expect(ahead(7 * day - 90)).toBe("in 7 days");
    expect(ahead(7 * day - 13 * 3_600)).toBe("in 6 days");
    expect(ahead(day - 60)).toBe("tomorrow");
    expect(ahead(3_600 - 10)).toBe("in 1 hour");
    expect(ahead(59)).toBe("now");
    expect(ahead(20 * day)).toBe("in 20 days");
    expect(ahead(-7 * day + 90)).toBe("6 days ago");
  });
  test("formats an exact time in the user's time zone and names the zone", () => {
    expect(formatDateTime(at, english)).toBe("Nov 27, 2026, 14:20 GMT+1");
    expect(formatDateTime(at, german)).toContain("14:20");
  });
});

test("formats percentages as each language writes them", () => {
  expect([
    formatPercent(100, english),
    formatPercent(0, english),
    formatPercent(12.34, english),
    formatPercent(12.3456, english, 4),
  ]).toEqual(["100%", "0%", "12.3%", "12.3456%"]);
  expect([formatPercent(100, german), formatPercent(12.34, german)]).toEqual([
    "100\u00a0%",
    "12,3\u00a0%",
  ]);
});

test("formats sizes as products state them", () => {
  expect([
    formatGigabytes(96, english),
    formatGigabytes(1_500, english),
    formatGigabytes(1_500, german),
  ]).toEqual(["96 GB", "1.5 TB", "1,5 TB"]);
  expect([
    formatBytes(0, english),
    formatBytes(999, english),
    formatBytes(1_536_000, english),
  ]).toEqual(["0 B", "999 B", "1.5 MB"]);
});

test("shows the initials of the first and last name", () => {
  expect([initials("Olga Westin"), initials("ada"), initials("Ana María de la Cruz")]).toEqual([
    "OW",
    "A",
    "AC",
  ]);
});

test("a country has its name in the language, and what is no country stays as it is", () => {
  expect([formatCountry("JP", "en"), formatCountry("JP", "de")]).toEqual(["Japan", "Japan"]);
  expect(formatCountry("SE", "de")).toBe("Schweden");
  for (const code of ["", "x", "se", "Sweden"]) expect(formatCountry(code, "en")).toBe(code);
});

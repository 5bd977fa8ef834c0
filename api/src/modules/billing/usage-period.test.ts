import fc from "fast-check";
import { expect, test } from "vitest";
import { resolvePeriod } from "./usage-period.ts";

const now = new Date("2026-03-30T23:30:00Z");
const resolve = (request: Partial<Parameters<typeof resolvePeriod>[0]>) =>
  resolvePeriod({ interval: "day", timeZone: "UTC", ...request }, now);
const isoOf = (seconds: readonly number[]) =>
  seconds.map((second) => new Date(second * 1_000).toISOString());

test("the default period is the current month in the time zone", () => {
  expect(resolve({})).toMatchObject({ from: "2026-03-01", to: "2026-03-30" });
  expect(resolve({ timeZone: "Europe/Berlin" })).toMatchObject({ to: "2026-03-31" });
});

test("days follow the clocks of the time zone", () => {
  const { bounds } = resolve({ from: "2026-03-28", to: "2026-03-29", timeZone: "Europe/Berlin" });
  expect(isoOf(bounds)).toEqual([
    "2026-03-27T23:00:00.000Z",
    "2026-03-28T23:00:00.000Z",
    "2026-03-29T22:00:00.000Z",
  ]);
  const hours = (from: string, timeZone: string) =>
    resolve({ from, to: from, interval: "hour", timeZone }).bounds.length - 1;
  expect(hours("2026-03-29", "Europe/Berlin")).toBe(23);
  expect(hours("2026-10-25", "Europe/Berlin")).toBe(25);
  expect(hours("2026-03-29", "UTC")).toBe(24);
  expect(
    isoOf(resolve({ from: "2026-05-02", to: "2026-05-02", timeZone: "Asia/Kolkata" }).bounds),
  ).toEqual(["2026-05-01T18:30:00.000Z", "2026-05-02T18:30:00.000Z"]);
});

test("intervals of any zone and day ascend, and have a whole number of seconds", () => {
  const zones = [
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "America/St_Johns",
    "Europe/Lisbon",
    "Asia/Kathmandu",
    "Africa/Cairo",
    "America/Santiago",
    "Pacific/Auckland",
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date({ min: new Date("2011-12-01"), max: new Date("2030-01-01"), noInvalidDate: true }),
      (timeZone, date) => {
        const from = date.toISOString().slice(0, 10);
        const { bounds } = resolve({ from, to: from, interval: "hour", timeZone });
        const localDay = new Intl.DateTimeFormat("en-CA", { timeZone });
        const [start = 0, end = 0] = [bounds[0], bounds.at(-1)];
        const dayBefore = new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10);
        expect(localDay.format(new Date((start - 1) * 1_000)) <= dayBefore).toBe(true);
        expect(localDay.format(new Date(start * 1_000)) >= from).toBe(true);
        expect(localDay.format(new Date((end - 1) * 1_000)) <= from || end === start).toBe(true);
        const lengths = bounds.slice(1).map((bound, place) => bound - (bounds[place] ?? 0));
        expect(
          lengths.every((length) => Number.isInteger(length) && length >= 0 && length <= 3_600),
        ).toBe(true);
      },
    ),
  );
});

test.each([
  [{ from: "2026-03-02", to: "2026-03-01" }, 92],
  [{ from: "2026-01-01", to: "2026-04-03" }, 92],
  [{ from: "2026-03-01", to: "2026-03-08", interval: "hour" as const }, 7],
])("rejects the period %o", (request, days) => {
  expect(() => resolve(request)).toThrow(
    expect.objectContaining({
      errors: { to: [expect.objectContaining({ code: "period", params: { days } })] },
    }),
  );
});

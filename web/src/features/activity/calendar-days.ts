/** Calendar days as somebody in a time zone means them, and the moments they begin at. */

const dateFormatter = (timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });

function wallClock(milliseconds: number, timeZone: string): Record<string, string> {
  return Object.fromEntries(
    dateFormatter(timeZone)
      .formatToParts(milliseconds)
      .map(({ type, value }) => [type, value]),
  );
}

/** How far the wall clock of a zone is ahead of UTC at a moment. */
function offsetMilliseconds(milliseconds: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(milliseconds, timeZone);
  return (
    Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) -
    Math.floor(milliseconds / 1_000) * 1_000
  );
}

/** The moment a day (`2026-11-27`) begins in a zone, or the day after it; ISO in UTC. */
export function startOfDay(day: string, timeZone: string, daysLater = 0): string {
  const utc = Date.parse(`${day}T00:00:00Z`) + daysLater * 86_400_000;
  const guess = utc - offsetMilliseconds(utc, timeZone);
  // Where the clocks change in between, the offset of the moment itself counts.
  return new Date(utc - offsetMilliseconds(guess, timeZone)).toISOString();
}

/** The day of a moment in a zone. */
export function toLocalDate(iso: string, timeZone: string): string {
  const { year, month, day } = wallClock(Date.parse(iso), timeZone);
  return `${year}-${month}-${day}`;
}

/** The last moment before one: a span's end is not part of it. */
export const oneMillisecondBefore = (iso: string): string =>
  new Date(Date.parse(iso) - 1).toISOString();

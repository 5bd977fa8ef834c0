/** Converts days and times of a time zone to moments, and back. */

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

/** Offset of a zone from UTC at a moment, in milliseconds. */
function offsetMilliseconds(milliseconds: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(milliseconds, timeZone);
  return (
    Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) -
    Math.floor(milliseconds / 1_000) * 1_000
  );
}

/** The moment at which a day (`2026-11-27`), or a later day, begins in a zone; ISO in UTC. */
export function startOfDay(day: string, timeZone: string, daysLater = 0): string {
  return toMoment(Date.parse(`${day}T00:00:00Z`) + daysLater * 86_400_000, timeZone);
}

/** The moment of a day and time in a zone, as an input for them has it (`2026-11-27T14:20`); ISO in UTC. */
export const localTime = (text: string, timeZone: string): string =>
  toMoment(Date.parse(`${text}Z`), timeZone);

/** The day and time of a moment in a zone, as an input for them has it. */
export function toLocalTime(iso: string, timeZone: string): string {
  const { year, month, day, hour, minute } = wallClock(Date.parse(iso), timeZone);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** `utc` is what the clock of the zone shows, read as UTC. */
function toMoment(utc: number, timeZone: string): string {
  const guess = utc - offsetMilliseconds(utc, timeZone);
  // Near a daylight saving change the offset at the resulting moment applies.
  return new Date(utc - offsetMilliseconds(guess, timeZone)).toISOString();
}

/** The calendar day of a moment in a zone. */
export function toLocalDate(iso: string, timeZone: string): string {
  const { year, month, day } = wallClock(Date.parse(iso), timeZone);
  return `${year}-${month}-${day}`;
}

/** The last moment of a range whose end is exclusive. */
export const oneMillisecondBefore = (iso: string): string =>
  new Date(Date.parse(iso) - 1).toISOString();

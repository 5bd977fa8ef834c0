/** Formats dates, durations, money and amounts in one place, so that all pages agree. */
import { formatMoney, type Money, usd } from "#contracts/money.ts";
import { currentLocale } from "./page-i18n.ts";
import { hourlyCents, monthlyEstimateCents } from "#contracts/rating.ts";

/** Locale, time zone and clock format: the user's own choice, or else the browser's. */
export interface LocaleSettings {
  readonly locale: string;
  readonly timeZone: string;
}

/** Creating a formatter costs more than a hundred uses of it, so each is created once. */
function cacheFormatters<Args extends readonly (string | number)[], F>(
  create: (...args: Args) => F,
): (...args: Args) => F {
  const formatters = new Map<string, F>();
  return (...args) => {
    const key = args.join(" ");
    const formatter = formatters.get(key) ?? create(...args);
    formatters.set(key, formatter);
    return formatter;
  };
}

/** A formatter of numbers with at most this many decimals. */
export const numberFormat = cacheFormatters(
  (locale: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits }),
);

const percentFormat = cacheFormatters(
  (locale: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits }),
);
/** Formats 12.5 as `12.5%`, `12,5\u00a0%`. */
export const formatPercent = (
  percent: number,
  { locale }: Pick<LocaleSettings, "locale">,
  maximumFractionDigits = 1,
): string => percentFormat(locale, maximumFractionDigits).format(percent / 100);

const listFormat = cacheFormatters(
  (locale: string) => new Intl.ListFormat(dateLocale(locale), { type: "conjunction" }),
);
/** Such as `a, b, and c`. */
export const formatList = (texts: readonly string[], locale: string): string =>
  listFormat(locale).format(texts);

const regionNames = cacheFormatters(
  (locale: string) => new Intl.DisplayNames(locale, { type: "region" }),
);
/**
 * The country of an ISO 3166-1 code; a code that the browser does not know stays as it is. The browser throws for a text
 * that is no code.
 */
export const formatCountry = (code: string, locale: string): string =>
  /^[A-Z]{2}$/.test(code) ? (regionNames(locale).of(code) ?? code) : code;

const dateLocale = (locale: string) => (locale === "en" ? "en-US" : locale);
const day = { day: "numeric", month: "short", year: "numeric" } as const;
const dateFormat = cacheFormatters(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(dateLocale(locale), {
      timeZone,
      ...day,
    }),
);
const dateTimeFormat = cacheFormatters(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(dateLocale(locale), {
      timeZone,
      ...day,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZoneName: "short",
    }),
);
const relativeFormat = cacheFormatters(
  (locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
);

/** In the separators of the page's language: `US$1,178.08`, `US$1.178,08`. */
export const formatMoneyAmount = (amount: Money): string => formatMoney(amount, currentLocale());

/** Formats micro-dollars an hour as `US$7.96`; prices below one cent keep two significant digits. */
export function formatHourlyRate(rateMicros: number, quantity = 1): string {
  const micros = rateMicros * quantity;
  if (micros > 0 && micros < 10_000) {
    const text = `US$${(micros / 1_000_000).toFixed(4)}`;
    return currentLocale() === "de" ? text.replace(".", ",") : text;
  }
  return formatMoneyAmount(usd(hourlyCents(rateMicros, quantity)));
}

/** A month of 730 hours. */
export const formatMonthlyRate = (rateMicros: number, quantity = 1): string =>
  formatMoneyAmount(usd(monthlyEstimateCents(rateMicros, quantity)));

const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
] as const;

/** `6 d 4 h`, `1 min 12 s`, `3 d`: at most the two largest units. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const first = units.findIndex(([, size]) => whole >= size);
  if (first < 0) return "0 s";
  const shown = units.slice(first, first + 2);
  let rest = whole;
  const parts: string[] = [];
  for (const [unit, size] of shown) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.join(" ");
}

/** Elapsed time: `1:12`, `1:04:09`. */
export function formatElapsed(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (count: number) => count.toString().padStart(2, "0");
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

const steps = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/**
 * `5 minutes ago`, `yesterday`, `in 3 days`; `now` under a minute. Past times are rounded down, future times to the
 * nearest unit: a link valid for 7 days still shows 7 days a minute later.
 */
export function formatRelativeTime(
  iso: string,
  nowMilliseconds: number,
  localeSettings: LocaleSettings,
): string {
  const seconds = (Date.parse(iso) - nowMilliseconds) / 1_000;
  const formatter = relativeFormat(localeSettings.locale);
  const count = (size: number) =>
    seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size);
  // A future time reaches a unit half of the smaller unit early: 6 days and 23.8 hours are 7 days.
  const step = steps.find(([, size], place) => {
    const margin = seconds > 0 ? (steps[place + 1]?.[1] ?? 0) / 2 : 0;
    return Math.abs(seconds) >= size - margin;
  });
  if (step === undefined) return formatter.format(0, "second");
  return formatter.format(count(step[1]), step[0]);
}

/** `Nov 27, 2026, 14:20 GMT+1`: exact, in the user's own time zone, with its name. */
export const formatDateTime = (iso: string, { locale, timeZone }: LocaleSettings): string =>
  dateTimeFormat(locale, timeZone).format(Date.parse(iso));

/** `Nov 27, 2026`. */
export const formatDate = (iso: string, { locale, timeZone }: LocaleSettings): string =>
  dateFormat(locale, timeZone).format(Date.parse(iso));

const dayFormat = cacheFormatters(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(dateLocale(locale), {
      timeZone,
      day: "numeric",
      month: "short",
    }),
);
/** `Nov 27`: a day of a chart or a bill, which is UTC for every reader unless they choose otherwise. */
export const formatDay = (iso: string, locale: string, timeZone = "UTC"): string =>
  dayFormat(locale, timeZone).format(Date.parse(iso));

const timeFormat = cacheFormatters(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(dateLocale(locale), {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
);
/** `14:20`: a time of a chart, which is UTC for every reader unless they choose otherwise. */
export const formatTime = (iso: string, locale: string, timeZone = "UTC"): string =>
  timeFormat(locale, timeZone).format(Date.parse(iso));

/** `Nov 27, 14:20`, in UTC unless another time zone is given. */
export const formatDayTime = (iso: string, locale: string, timeZone = "UTC"): string =>
  `${formatDay(iso, locale, timeZone)}, ${formatTime(iso, locale, timeZone)}`;

const monthFormat = cacheFormatters(
  (locale: string) =>
    new Intl.DateTimeFormat(dateLocale(locale), { timeZone: "UTC", month: "long" }),
);
/** `November`: a month of the bill. */
export const formatMonth = (iso: string, locale: string): string =>
  monthFormat(locale).format(Date.parse(iso));

const monthYearFormat = cacheFormatters(
  (locale: string) =>
    new Intl.DateTimeFormat(dateLocale(locale), {
      timeZone: "UTC",
      month: "long",
      year: "numeric",
    }),
);
/** `November 2026`: the month of an invoice. */
export const formatMonthYear = (iso: string, locale: string): string =>
  monthYearFormat(locale).format(Date.parse(iso));

export const formatInteger = (
  count: number,
  localeSettings: Pick<LocaleSettings, "locale">,
): string => numberFormat(localeSettings.locale, 3).format(count);

/** Gigabytes as products state them: `96 GB`, `1.5 TB`. */
export function formatGigabytes(
  size: number,
  localeSettings: Pick<LocaleSettings, "locale">,
): string {
  if (size < 1_000) return `${formatInteger(size, localeSettings)} GB`;
  return `${numberFormat(localeSettings.locale, 1).format(size / 1_000)} TB`;
}

const byteUnits = ["B", "kB", "MB", "GB", "TB"] as const;

export function formatBytes(count: number, localeSettings: Pick<LocaleSettings, "locale">): string {
  const step = Math.min(byteUnits.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3));
  const number = numberFormat(localeSettings.locale, 1).format(count / 1_000 ** step);
  return `${number} ${byteUnits[step] ?? "B"}`;
}

/** Up to two initials of a name for its avatar. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}

/** Values and days of a cost chart. */
import { usd } from "#contracts/money.ts";
import {
  formatDate,
  formatDay,
  formatMoneyAmount,
  type LocaleSettings,
} from "../lib/i18n/format.ts";

const centsPerDollar = 100;
const daySeconds = 86_400;

const toIso = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** An amount at a tick of the axis: without cents if every tick is a whole number of dollars. */
const formatAxisMoney = (cents: number, ticks: readonly number[]): string => {
  const text = formatMoneyAmount(usd(Math.round(cents)));
  return ticks.every((tick) => tick % centsPerDollar === 0) ? text.replace(/[.,]00$/, "") : text;
};

/** Format of amounts in cents per UTC day. */
export const costFormat = ({ locale }: Pick<LocaleSettings, "locale">) => ({
  value: (cents: number) => formatMoneyAmount(usd(Math.round(cents))),
  axisValue: formatAxisMoney,
  time: (seconds: number) => formatDay(toIso(seconds), locale),
  fullTime: (seconds: number) => formatDate(toIso(seconds), { locale, timeZone: "UTC" }),
});

/** Starts of `count` UTC days in seconds, from the day `first`. */
export const dayTimes = (first: string, count: number): number[] =>
  Array.from({ length: count }, (_, day) => Date.parse(first) / 1_000 + day * daySeconds);

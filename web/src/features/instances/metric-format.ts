/** Values and times of metric charts, whose axis is UTC. */
import type { MetricPeriod } from "#contracts/instance-metrics.ts";
import {
  formatBytes,
  formatDateTime,
  formatDayTime,
  formatPercent,
  formatTime,
  type LocaleSettings,
  numberFormat,
} from "../../lib/i18n/format.ts";

const toIso = (seconds: number): string => new Date(seconds * 1_000).toISOString();

type Unit = "percent" | "gigabytes" | "bytesPerSecond";

/** Gigabytes as products state them. */
const bytesPerGigabyte = 1024 ** 3;

/** The value that a chart shows for a measured one. */
export const toShownValue = (unit: Unit, value: number): number =>
  unit === "gigabytes" ? value / bytesPerGigabyte : value;

export function metricFormat(unit: Unit, period: MetricPeriod, settings: LocaleSettings) {
  const { locale } = settings;
  const value = (number: number) => {
    if (unit === "percent") return formatPercent(number, settings);
    if (unit === "gigabytes") return `${numberFormat(locale, 1).format(number)} GB`;
    return `${formatBytes(number, settings)}/s`;
  };
  return {
    value,
    axisValue: value,
    time: (seconds: number) =>
      period === "day" ? formatTime(toIso(seconds), locale) : formatDayTime(toIso(seconds), locale),
    fullTime: (seconds: number) => formatDateTime(toIso(seconds), { locale, timeZone: "UTC" }),
  };
}

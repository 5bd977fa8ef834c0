/** Formats amounts, rates and times. Money is formatted from integers, without floating-point division. */
import type { Money } from "../src/boreal.ts";

const centsPerDollar = 100;
const inThousands = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/** `US$1,234.50`; negative amounts as `-US$15.00`. */
export function formatUsd({ cents }: Money): string {
  const whole = Math.abs(cents);
  const dollars = inThousands(String(Math.trunc(whole / centsPerDollar)));
  const rest = String(whole % centsPerDollar).padStart(2, "0");
  return `${cents < 0 ? "-" : ""}US$${dollars}.${rest}`;
}

const microsPerDollar = 1_000_000;
const microDigits = 6;

/** A rate with all its decimals, at least two. */
export function formatRate(micros: number): string {
  const dollars = inThousands(String(Math.trunc(micros / microsPerDollar)));
  const digits = String(micros % microsPerDollar).padStart(microDigits, "0");
  return `US$${dollars}.${digits.replace(/0{1,4}$/, "")}`;
}

/** `2026-05-15 09:00 UTC` */
export const formatTime = (iso: string): string => {
  const [day, clock = ""] = new Date(iso).toISOString().split("T");
  return `${day} ${clock.slice(0, 5)} UTC`;
};

const hourSeconds = 3_600;
const minuteSeconds = 60;

export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.trunc(whole / hourSeconds);
  const minutes = Math.trunc((whole % hourSeconds) / minuteSeconds);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % minuteSeconds} s` : `${whole} s`;
}

/** Formats a code as words: `image_missing` becomes "image missing". */
export const humanize = (code: string): string =>
  /^[a-z0-9]+(_[a-z0-9]+)+$/.test(code) ? code.replaceAll("_", " ") : code;

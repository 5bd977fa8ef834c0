/** Values of promo codes as people type them. */
import { withoutZeros } from "./amounts.ts";

/** `12.5` percent are 125,000 parts per million; null for a text that is no percentage. */
export function toPpm(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,4}))?$/.exec(text.trim());
  const [, whole = "", fraction = ""] = match ?? [];
  return match === null ? null : Number(whole + fraction.padEnd(4, "0"));
}

export function percentText(ppm: number): string {
  const digits = String(ppm).padStart(5, "0");
  const fraction = withoutZeros(digits.slice(-4), 0);
  return digits.slice(0, -4) + (fraction === "" ? "" : `.${fraction}`);
}

/** Null for an empty text; a text that is no number is sent as it is, and rejected. */
export function emptyToNull(
  text: string,
  toNumber: (text: string) => number | null,
): number | string | null {
  return text.trim() === "" ? null : (toNumber(text) ?? text);
}

export const dayOfStart = (at: string): string => at.slice(0, 10);
/** The last day of a period: its end is exclusive. */
export const dayOfEnd = (at: string): string =>
  new Date(Date.parse(at) - 1).toISOString().slice(0, 10);

/** Amounts that staff type, as the API takes them. */
import { useLingui } from "@lingui/react/macro";
import { toMinorUnits } from "#contracts/minor-units.ts";

export const toCents = (text: string): number | null => toMinorUnits("USD", text);

/** `0.000125` US dollars are 125 micro-dollars; null for a text that is no price. */
export function toMicros(text: string): number | null {
  const match = /^(\d{1,5})(?:\.(\d{1,6}))?$/.exec(text.trim());
  const [, whole = "", fraction = ""] = match ?? [];
  return match === null ? null : Number(whole + fraction.padEnd(6, "0"));
}

/** Whole numbers without separators. */
export const toCount = (text: string): number | null =>
  /^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : null;

/** Decimals without the zeros at their end; `kept` of them stay. */
export function withoutZeros(decimals: string, kept: number): string {
  let end = decimals.length;
  while (end > kept && decimals[end - 1] === "0") end -= 1;
  return decimals.slice(0, end);
}

/** The text of a number with that many decimals, without needless zeros after the first two. */
function withDecimals(value: number, decimals: number): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, "0");
  const fraction = withoutZeros(digits.slice(-decimals), 2);
  return `${value < 0 ? "-" : ""}${digits.slice(0, -decimals)}.${fraction}`;
}
export const centsText = (cents: number): string => withDecimals(cents, 2);
export const microsText = (micros: number): string => withDecimals(micros, 6);

/** What is wrong with an amount; an empty object if nothing is. */
export function useAmountProblem() {
  const { t } = useLingui();
  return (field: string, text: string): Readonly<Record<string, string>> => {
    const cents = toCents(text);
    return cents === null || cents === 0 ? { [field]: t`Enter an amount such as 12 or 12.50` } : {};
  };
}

/** Amounts as people write them, in the smallest unit of their currency. No float touches them. */

/** Digits after the decimal point. */
const decimals = { USD: 2, EUR: 2, JPY: 0 } as const;
export type Currency = keyof typeof decimals;

/**
 * `5` and `5.00` US dollars are 500 cents, and `500` yen are 500. Null for a text that is no amount, or has more decimals
 * than the currency.
 */
export function toMinorUnits(currency: Currency, text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  const [, whole = "", fraction = ""] = match ?? [];
  const digits = decimals[currency];
  if (match === null || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, "0"));
}

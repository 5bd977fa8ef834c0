/** Amounts as people write them, in the smallest unit of their currency. No float touches them. */

/** Digits after the decimal point. */
const decimals = { USD: 2, EUR: 2, JPY: 0 } as const;
export type Currency = keyof typeof decimals;

/** Full-width digits, comma and point are those of a keyboard for Chinese or Japanese. */
const toAsciiAmount = (text: string): string =>
  text
    .trim()
    .replace(/[\uff0c\uff0e\uff10-\uff19]/g, (character) =>
      String.fromCodePoint((character.codePointAt(0) ?? 0) - 0xfee0),
    );

/** One or two digits after a point or comma are decimals in every language. */
const plainAmount = /^(?<whole>\d{1,9})(?:[.,](?<fraction>\d{1,2}))?$/;
/** `1,234.56` and `1.234,56`: groups of three digits, and decimals after the other separator. */
const groupedAmount =
  /^(?<whole>[1-9]\d{0,2}(?:(?:,\d{3}){1,2}(?=$|\.)|(?:\.\d{3}){1,2}(?=$|,)))(?:[.,](?<fraction>\d{1,2}))?$/;
const ambiguousAmount = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Whether a text is one amount in some languages and another one in others: `1.234` is a thousand or one. It is never
 * guessed which.
 */
export const isAmbiguousAmount = (text: string): boolean =>
  ambiguousAmount.test(toAsciiAmount(text));

/**
 * `5`, `5.00` and `5,00` US dollars are 500 cents, and `500` yen are 500. Null for a text that is no amount, is
 * ambiguous, or has more decimals than the currency.
 */
export function toMinorUnits(currency: Currency, text: string): number | null {
  const typed = toAsciiAmount(text);
  if (ambiguousAmount.test(typed)) return null;
  const groups = (plainAmount.exec(typed) ?? groupedAmount.exec(typed))?.groups;
  const { whole, fraction = "" } = groups ?? {};
  const digits = decimals[currency];
  if (whole === undefined || fraction.length > digits) return null;
  return Number(whole.replace(/[.,]/g, "") + fraction.padEnd(digits, "0"));
}

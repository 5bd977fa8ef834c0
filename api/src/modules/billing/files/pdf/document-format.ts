/** Amounts, times and addresses as documents print them, in the language of the document and in UTC. */
import type { Invoice } from "#contracts/invoices.ts";
import type { Locale } from "#contracts/locale.ts";
import { formatMoney, type Money } from "#contracts/money.ts";

const tags: Readonly<Record<Locale, string>> = { en: "en-US", de: "de-DE" };
const day = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;

export function createDocumentFormat(locale: Locale) {
  const date = new Intl.DateTimeFormat(tags[locale], day);
  const countries = new Intl.DisplayNames(tags[locale], { type: "region" });
  const rate = new Intl.NumberFormat(tags[locale], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  });
  const percent = new Intl.NumberFormat(tags[locale], { maximumFractionDigits: 4 });
  return {
    date: (iso: string) => date.format(Date.parse(iso)),
    /** The days of a half-open period. */
    period: (start: string, end: string) =>
      date.formatRange(Date.parse(start), Date.parse(end) - 1).replace(/[\u2009\u202f]/g, " "),
    money: (amount: Money) => formatMoney(amount, locale),
    /** `US$0.0105`: micro-dollars with at least two decimals, and all that they have. */
    micros: (micros: number) =>
      `${micros < 0 ? "-" : ""}US$${rate.format(Math.abs(micros) / 1_000_000)}`,
    percent: (value: number) => percent.format(value),
    country: (code: string) => countries.of(code) ?? code,
  };
}
export type DocumentFormat = ReturnType<typeof createDocumentFormat>;

/** `744 h`, `0 h 19 min 50 s`: exact, because the amount of the line follows from it. */
export function formatHours(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.trunc(seconds / 3_600),
    Math.trunc((seconds % 3_600) / 60),
    seconds % 60,
  ];
  if (minutes === 0 && rest === 0) return `${hours} h`;
  return [hours === 0 ? null : `${hours} h`, `${minutes} min`, rest === 0 ? null : `${rest} s`]
    .filter((part) => part !== null)
    .join(" ");
}

const isText = (line: string | null): line is string => line !== null && line !== "";

export const sellerLines = (
  { seller }: Pick<Invoice, "seller">,
  format: DocumentFormat,
): string[] => [seller.name, ...seller.address, format.country(seller.country)].filter(isText);

export const buyerLines = (
  buyer: NonNullable<Invoice["buyer"]>,
  format: DocumentFormat,
): string[] =>
  [
    buyer.company,
    buyer.name,
    buyer.addressLine1,
    buyer.addressLine2,
    [buyer.postalCode, buyer.city].filter(isText).join(" "),
    buyer.region,
    format.country(buyer.country),
  ].filter(isText);

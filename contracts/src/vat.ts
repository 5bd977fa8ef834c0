/** Value added tax in the European Union: the form of VAT ids, and which tax an invoice has. */

/** Prefix of VAT ids by country (ISO 3166-1): its own code, except for Greece. */
const prefixes = {
  AT: "AT",
  BE: "BE",
  BG: "BG",
  CY: "CY",
  CZ: "CZ",
  DE: "DE",
  DK: "DK",
  EE: "EE",
  ES: "ES",
  FI: "FI",
  FR: "FR",
  GR: "EL",
  HR: "HR",
  HU: "HU",
  IE: "IE",
  IT: "IT",
  LT: "LT",
  LU: "LU",
  LV: "LV",
  MT: "MT",
  NL: "NL",
  PL: "PL",
  PT: "PT",
  RO: "RO",
  SE: "SE",
  SI: "SI",
  SK: "SK",
} as const;

const prefixOf: ReadonlyMap<string, string> = new Map(Object.entries(prefixes));

/** Whether the country (ISO 3166-1) is a member state. */
export const isInEu = (country: string): boolean => prefixOf.has(country);

/** What follows the prefix. XI is Northern Ireland, whose ids cover goods only. */
const numbers: ReadonlyMap<string, RegExp> = new Map([
  ["AT", /^U\d{8}$/],
  ["BE", /^[01]\d{9}$/],
  ["BG", /^\d{9,10}$/],
  ["CY", /^\d{8}[A-Z]$/],
  ["CZ", /^\d{8,10}$/],
  ["DE", /^\d{9}$/],
  ["DK", /^\d{8}$/],
  ["EE", /^\d{9}$/],
  ["EL", /^\d{9}$/],
  ["ES", /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/],
  ["FI", /^\d{8}$/],
  ["FR", /^[A-HJ-NP-Z0-9]{2}\d{9}$/],
  ["HR", /^\d{11}$/],
  ["HU", /^\d{8}$/],
  ["IE", /^(?:\d{7}[A-W][A-I]?|\d{7}WA?|\d[A-Z+*]\d{5}[A-Z])$/],
  ["IT", /^\d{11}$/],
  ["LT", /^(?:\d{9}|\d{12})$/],
  ["LU", /^\d{8}$/],
  ["LV", /^\d{11}$/],
  ["MT", /^\d{8}$/],
  ["NL", /^\d{9}B\d{2}$/],
  ["PL", /^\d{10}$/],
  ["PT", /^\d{9}$/],
  ["RO", /^\d{2,10}$/],
  ["SE", /^\d{12}$/],
  ["SI", /^\d{8}$/],
  ["SK", /^\d{10}$/],
  ["XI", /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/],
]);

/** The prefix that the VAT id of a business in the country has; null where there are no EU VAT ids. */
export const vatIdPrefix = (country: string): string | null =>
  country === "GB" ? "XI" : (prefixOf.get(country) ?? null);

/** As it is stored and sent: without spaces, dots and dashes, in upper case. */
export const normalizeVatId = (text: string): string =>
  text.replace(/[\s.\-\u2010-\u2015]/g, "").toUpperCase();

/** Whether a normalized VAT id has the form of the country's ids, with its prefix. */
export function isVatIdOf(country: string, vatId: string): boolean {
  const prefix = vatIdPrefix(country);
  const form = prefix === null ? undefined : numbers.get(prefix);
  return prefix !== null && vatId.startsWith(prefix) && form?.test(vatId.slice(2)) === true;
}

/**
 * Why an invoice has its tax rate. `domestic`: buyer in the seller's country. `destination`: rate of the buyer's country.
 * `reverse_charge`: the buyer owes the tax (Article 196 Directive 2006/112/EC). `outside_eu`: out of scope.
 */
export const taxReasons = ["domestic", "destination", "reverse_charge", "outside_eu"] as const;
export type TaxReason = (typeof taxReasons)[number];

/**
 * Which tax an invoice has, and the country whose rate applies; null for no tax. A buyer of unknown country is taxed like
 * one in the seller's country.
 */
export function taxOf(
  sellerCountry: string,
  buyer: { readonly country: string; readonly hasValidVatId: boolean } | null,
): { readonly reason: TaxReason; readonly rateOf: string | null } {
  if (!isInEu(sellerCountry)) return { reason: "outside_eu", rateOf: null };
  if (buyer === null || buyer.country === sellerCountry)
    return { reason: "domestic", rateOf: sellerCountry };
  if (!isInEu(buyer.country)) return { reason: "outside_eu", rateOf: null };
  return buyer.hasValidVatId
    ? { reason: "reverse_charge", rateOf: null }
    : { reason: "destination", rateOf: buyer.country };
}

/** A rate in parts per million as a percentage, such as `25.5`. */
export const percentOfPpm = (ppm: number): number => ppm / 10_000;

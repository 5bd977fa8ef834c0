/** Amounts, dates and VAT categories as e-invoices write them. */
import type { Invoice } from "#contracts/invoices.ts";
import { percentOfPpm } from "#contracts/vat.ts";

export const vat = { "cbc:ID": "VAT" } as const;
export const currency = "USD" as const;

/** `1234.50`: no float touches an amount. */
export function toAmount(cents: number): string {
  const digits = Math.abs(cents).toString().padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export const toDate = (iso: string) => iso.slice(0, 10);
export const lastDay = (end: string) => new Date(Date.parse(end) - 1).toISOString().slice(0, 10);

export const toPeriod = (start: string, end: string) => ({
  "cbc:StartDate": toDate(start),
  "cbc:EndDate": lastDay(end),
});

/** Category of the VAT (UNTDID 5305) with its reason (VATEX). */
export interface Category {
  readonly code: "S" | "Z" | "AE" | "O";
  /** Null for what is not subject to VAT. */
  readonly percent: string | null;
  readonly exemption: { readonly code: string; readonly text: string } | null;
}

export function categoryOf({ taxDetails: { reason, ratePpm } }: Invoice): Category {
  if (reason === "reverse_charge")
    return {
      code: "AE",
      percent: "0",
      exemption: {
        code: "VATEX-EU-AE",
        text: "Reverse charge, Article 196 Directive 2006/112/EC",
      },
    };
  if (reason === "outside_eu")
    return {
      code: "O",
      percent: null,
      exemption: { code: "VATEX-EU-O", text: "Not subject to VAT" },
    };
  return {
    code: ratePpm === 0 ? "Z" : "S",
    percent: percentOfPpm(ratePpm).toString(),
    exemption: null,
  };
}

export const toTaxCategory = ({ code, percent }: Category) => ({
  "cbc:ID": code,
  ...(percent !== null && { "cbc:Percent": percent }),
  "cac:TaxScheme": vat,
});

/**
 * An invoice in the terms of EN 16931. The library writes UBL and CII from the same object, so both have the same
 * amounts. BT and BG are the standard's own numbers of its fields.
 */
import type { Invoice as EInvoice } from "@e-invoice-eu/core";
import type { Invoice, InvoiceLine } from "#contracts/invoices.ts";
import { exactCost, roundToCents } from "#contracts/rating.ts";
import { isInEu, percentOfPpm } from "#contracts/vat.ts";
import type { InvoiceData } from "../document-data.ts";

type Buyer = NonNullable<Invoice["buyer"]>;
type Body = EInvoice["ubl:Invoice"];
type Line = Body["cac:InvoiceLine"][number];

const vat = { "cbc:ID": "VAT" } as const;
const currency = "USD";

/** `1234.50`: no float touches an amount. */
export function toAmount(cents: number): string {
  const digits = Math.abs(cents).toString().padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * A price has two decimals in the library's schema. One that needs more is given for 10,000 times as much: a whole
 * number of micro-dollars times 10,000 is a whole number of cents.
 */
function toPrice(micros: number, unit: "SEC" | "C62", units: number): Line["cac:Price"] {
  const price = Math.abs(micros);
  const isWholeCents = price % 10_000 === 0;
  return {
    "cbc:PriceAmount": toAmount(isWholeCents ? price / 10_000 : price),
    "cbc:PriceAmount@currencyID": currency,
    "cbc:BaseQuantity": (isWholeCents ? units : units * 10_000).toString(),
    "cbc:BaseQuantity@unitCode": unit,
  };
}

/** EN 16931 does not ask for electronic addresses, the library does: write-e-invoices.ts takes this one out again. */
export const endpointPlaceholder = "none@invalid";
const noEndpoint = {
  "cbc:EndpointID": endpointPlaceholder,
  "cbc:EndpointID@schemeID": "EM",
} as const;

const toDate = (iso: string) => iso.slice(0, 10);
const lastDay = (end: string) => new Date(Date.parse(end) - 1).toISOString().slice(0, 10);

/** Category of the VAT (UNTDID 5305) with its reason (VATEX). */
interface Category {
  readonly code: "S" | "Z" | "AE" | "O";
  /** Null for what is not subject to VAT. */
  readonly percent: string | null;
  readonly exemption: { readonly code: string; readonly text: string } | null;
}

function categoryOf({ taxDetails: { reason, ratePpm } }: Invoice): Category {
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

const toTaxCategory = ({ code, percent }: Category) => ({
  "cbc:ID": code,
  ...(percent !== null && { "cbc:Percent": percent }),
  "cac:TaxScheme": vat,
});

/** @throws when the invoice is a draft. `buyer` is who was invoiced. */
export function toEn16931(
  { invoice, paidCents, creditedIssuedAt }: InvoiceData,
  buyer: Buyer,
): EInvoice {
  const { number, issuedAt, dueAt, periodStart, periodEnd, credits, net, tax, total } = invoice;
  if (number === null || issuedAt === null) throw new Error("A draft is no e-invoice");
  const category = categoryOf(invoice);
  const isCreditNote = invoice.kind === "credit_note";
  const [first, ...others] = invoice.lines.map((line, position) =>
    toLine(line, position, category),
  );
  if (first === undefined) throw new Error("An e-invoice needs a line");
  const body: Body = {
    "cbc:CustomizationID": "urn:cen.eu:en16931:2017",
    "cbc:ID": number,
    "cbc:IssueDate": toDate(issuedAt),
    ...(!isCreditNote && dueAt !== null && { "cbc:DueDate": toDate(dueAt) }),
    "cbc:InvoiceTypeCode": isCreditNote ? "381" : "380",
    ...(invoice.reason !== null && isCreditNote && { "cbc:Note": [invoice.reason] }),
    "cbc:DocumentCurrencyCode": currency,
    ...(periodStart !== null &&
      periodEnd !== null && { "cac:InvoicePeriod": toPeriod(periodStart, periodEnd) }),
    ...(buyer.orderNumber !== null && { "cac:OrderReference": { "cbc:ID": buyer.orderNumber } }),
    ...(credits !== null && {
      "cac:BillingReference": [
        {
          "cac:InvoiceDocumentReference": {
            "cbc:ID": credits.number,
            ...(creditedIssuedAt !== null && { "cbc:IssueDate": toDate(creditedIssuedAt) }),
          },
        },
      ],
    }),
    "cac:AccountingSupplierParty": { "cac:Party": toSeller(invoice.seller, category) },
    "cac:AccountingCustomerParty": { "cac:Party": toBuyer(buyer, category) },
    // The day on which the service ends. CII has no invoice without delivery.
    "cac:Delivery": {
      "cbc:ActualDeliveryDate": periodEnd === null ? toDate(issuedAt) : lastDay(periodEnd),
    },
    // BR-CO-25 asks for a due date or terms where something is to be paid.
    ...(isCreditNote && {
      "cac:PaymentTerms": {
        "cbc:Note": "Reduces what is owed for the invoice; the rest goes to the balance",
      },
    }),
    ...(invoice.discount.cents > 0 && { "cac:AllowanceCharge": toAllowances(invoice, category) }),
    "cac:TaxTotal": [
      {
        "cbc:TaxAmount": toAmount(tax.cents),
        "cbc:TaxAmount@currencyID": currency,
        "cac:TaxSubtotal": [
          {
            "cbc:TaxableAmount": toAmount(net.cents),
            "cbc:TaxableAmount@currencyID": currency,
            "cbc:TaxAmount": toAmount(tax.cents),
            "cbc:TaxAmount@currencyID": currency,
            "cac:TaxCategory": {
              ...toTaxCategory(category),
              ...(category.exemption !== null && {
                "cbc:TaxExemptionReasonCode": category.exemption.code,
                "cbc:TaxExemptionReason": category.exemption.text,
              }),
            },
          },
        ],
      },
    ],
    "cac:LegalMonetaryTotal": {
      "cbc:LineExtensionAmount": toAmount(invoice.subtotal.cents),
      "cbc:LineExtensionAmount@currencyID": currency,
      "cbc:TaxExclusiveAmount": toAmount(net.cents),
      "cbc:TaxExclusiveAmount@currencyID": currency,
      "cbc:TaxInclusiveAmount": toAmount(total.cents),
      "cbc:TaxInclusiveAmount@currencyID": currency,
      ...(invoice.discount.cents > 0 && {
        "cbc:AllowanceTotalAmount": toAmount(invoice.discount.cents),
        "cbc:AllowanceTotalAmount@currencyID": currency,
      }),
      ...(paidCents > 0 && {
        "cbc:PrepaidAmount": toAmount(paidCents),
        "cbc:PrepaidAmount@currencyID": currency,
      }),
      "cbc:PayableAmount": toAmount(total.cents - paidCents),
      "cbc:PayableAmount@currencyID": currency,
    },
    "cac:InvoiceLine": [first, ...others],
  };
  return { "ubl:Invoice": body };
}

const toPeriod = (start: string, end: string) => ({
  "cbc:StartDate": toDate(start),
  "cbc:EndDate": lastDay(end),
});

type Country = Body["cac:AccountingCustomerParty"]["cac:Party"]["cac:PostalAddress"]["cac:Country"];
type CountryCode = Country["cbc:IdentificationCode"];

/** The library checks the code against its list when it writes the invoice. */
const toCountry = (code: string) =>
  ({ "cbc:IdentificationCode": code }) as { "cbc:IdentificationCode": CountryCode };

/** BR-O-02: what is not subject to VAT names no VAT id; the seller is identified by its registration (BR-CO-26). */
function toSeller(
  { name, address, country, vatId, registration }: Invoice["seller"],
  { code }: Category,
) {
  const [street, second, ...rest] = address;
  const legalId = registration === "" ? (code === "O" ? vatId : null) : registration;
  return {
    ...noEndpoint,
    "cac:PostalAddress": {
      ...(street !== undefined && { "cbc:StreetName": street }),
      ...(second !== undefined && { "cbc:AdditionalStreetName": second }),
      ...(rest.length > 0 && { "cac:AddressLine": { "cbc:Line": rest.join(", ") } }),
      "cac:Country": toCountry(country),
    },
    ...(code !== "O" && toTaxScheme([vatId])),
    "cac:PartyLegalEntity": {
      "cbc:RegistrationName": name,
      ...(legalId !== null && { "cbc:CompanyID": legalId }),
    },
  };
}

function toTaxScheme([vatId]: [string]): {
  "cac:PartyTaxScheme": [{ "cbc:CompanyID": string; "cac:TaxScheme": typeof vat }];
} {
  return { "cac:PartyTaxScheme": [{ "cbc:CompanyID": vatId, "cac:TaxScheme": vat }] };
}

function toBuyer(buyer: Buyer, { code }: Category) {
  const hasVatId = buyer.vatId !== null && isInEu(buyer.country) && code !== "O";
  return {
    ...noEndpoint,
    "cac:PostalAddress": {
      "cbc:StreetName": buyer.addressLine1,
      ...(buyer.addressLine2 !== null && { "cbc:AdditionalStreetName": buyer.addressLine2 }),
      "cbc:CityName": buyer.city,
      ...(buyer.postalCode !== null && { "cbc:PostalZone": buyer.postalCode }),
      ...(buyer.region !== null && { "cbc:CountrySubentity": buyer.region }),
      "cac:Country": toCountry(buyer.country),
    },
    ...(hasVatId && {
      "cac:PartyTaxScheme": { "cbc:CompanyID": buyer.vatId ?? "", "cac:TaxScheme": vat },
    }),
    "cac:PartyLegalEntity": { "cbc:RegistrationName": buyer.company ?? buyer.name },
    ...(buyer.company !== null && { "cac:Contact": { "cbc:Name": buyer.name } }),
  };
}

/** Discounts are allowances of the whole document (BG-20). */
function toAllowances({ discount, discounts }: Invoice, category: Category) {
  const parts =
    discounts.length > 0
      ? discounts.map(({ code, amount }) => ({ reason: `Promo code ${code}`, cents: amount.cents }))
      : [{ reason: "Discount", cents: discount.cents }];
  return parts.map(({ reason, cents }) => ({
    "cbc:ChargeIndicator": "false",
    "cbc:AllowanceChargeReason": reason,
    "cbc:Amount": toAmount(cents),
    "cbc:Amount@currencyID": currency as "USD",
    "cac:TaxCategory": toTaxCategory(category),
  }));
}

function toLine(line: InvoiceLine, position: number, category: Category): Line {
  const { description, product, project, periodStart, periodEnd, amount } = line;
  const name = (product?.name ?? description) || `Line ${position + 1}`;
  const details = [project?.name, product === null ? null : description, hostnames(line)]
    .filter((text) => text != null && text !== "")
    .join(" · ");
  return {
    "cbc:ID": (position + 1).toString(),
    ...toQuantity(line),
    "cbc:LineExtensionAmount": toAmount(amount.cents),
    "cbc:LineExtensionAmount@currencyID": currency,
    ...(periodStart !== null &&
      periodEnd !== null && { "cac:InvoicePeriod": toPeriod(periodStart, periodEnd) }),
    "cac:Item": {
      ...(details !== "" && { "cbc:Description": details }),
      "cbc:Name": name,
      "cac:ClassifiedTaxCategory": toTaxCategory(category),
    },
    "cac:Price": toLinePrice(line),
  };
}

const hostnames = ({ instances }: InvoiceLine) =>
  instances.map(({ hostname }) => hostname).join(", ");

type Basis = "time" | "count" | "amount";

/** What the amount of the line follows from; a correction and a written amount are one unit of themselves. */
function basisOf({
  kind,
  seconds,
  rateMicrosPerHour,
  quantity,
  unitPriceMicros,
  amount,
}: InvoiceLine): Basis {
  if (quantity !== null && unitPriceMicros !== null) return "count";
  if (kind === "adjustment" || rateMicrosPerHour === null || seconds === 0) return "amount";
  return roundToCents(exactCost(rateMicrosPerHour, seconds)) === amount.cents ? "time" : "amount";
}

/** Seconds with a price per 3,600 seconds are exact; hours would not be. A price is never negative (BR-27). */
function toQuantity(line: InvoiceLine) {
  const { seconds, quantity, unitPriceMicros, amount } = line;
  switch (basisOf(line)) {
    case "time":
      return {
        "cbc:InvoicedQuantity": seconds.toString(),
        "cbc:InvoicedQuantity@unitCode": "SEC" as const,
      };
    case "count": {
      const sign = (unitPriceMicros ?? 0) < 0 ? -1 : 1;
      return {
        "cbc:InvoicedQuantity": (sign * (quantity ?? 0)).toString(),
        "cbc:InvoicedQuantity@unitCode": "C62" as const,
      };
    }
    case "amount":
      return {
        "cbc:InvoicedQuantity": amount.cents < 0 ? "-1" : "1",
        "cbc:InvoicedQuantity@unitCode": "C62" as const,
      };
  }
}

function toLinePrice(line: InvoiceLine): Line["cac:Price"] {
  switch (basisOf(line)) {
    case "time":
      return toPrice(line.rateMicrosPerHour ?? 0, "SEC", 3600);
    case "count":
      return toPrice(line.unitPriceMicros ?? 0, "C62", 1);
    case "amount":
      return toPrice(line.amount.cents * 10_000, "C62", 1);
  }
}

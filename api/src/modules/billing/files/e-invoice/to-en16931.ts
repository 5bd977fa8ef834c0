/**
 * An invoice in the terms of EN 16931. The library writes UBL and CII from the same object, so both have the same
 * amounts. BT and BG are the standard's own numbers of its fields.
 */
import type { Invoice as EInvoice } from "@e-invoice-eu/core";
import { countryCodes } from "#contracts/countries.ts";
import type { Invoice } from "#contracts/invoices.ts";
import { isInEu } from "#contracts/vat.ts";
import type { InvoiceData } from "../document-data.ts";
import { toLine } from "./lines.ts";
import {
  type Category,
  categoryOf,
  currency,
  lastDay,
  toAmount,
  toDate,
  toPeriod,
  toTaxCategory,
  vat,
} from "./terms.ts";

type Buyer = NonNullable<Invoice["buyer"]>;
type Body = EInvoice["ubl:Invoice"];

/** EN 16931 does not ask for electronic addresses, the library does: write-e-invoices.ts takes this one out again. */
export const endpointPlaceholder = "none@invalid";
const noEndpoint = {
  "cbc:EndpointID": endpointPlaceholder,
  "cbc:EndpointID@schemeID": "EM",
} as const;

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

type CountryCode =
  Body["cac:AccountingCustomerParty"]["cac:Party"]["cac:PostalAddress"]["cac:Country"]["cbc:IdentificationCode"];

const isCountryCode = (code: string): code is CountryCode => countryCodes.includes(code);

function toCountry(code: string): { "cbc:IdentificationCode": CountryCode } {
  if (!isCountryCode(code)) throw new Error(`${code} is no country`);
  return { "cbc:IdentificationCode": code };
}

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
    "cbc:Amount@currencyID": currency,
    "cac:TaxCategory": toTaxCategory(category),
  }));
}

/** Lines of an e-invoice: quantity and price from which the amount follows. */
import type { Invoice as EInvoice } from "@e-invoice-eu/core";
import type { InvoiceLine } from "#contracts/invoices.ts";
import { exactCost, roundToCents } from "#contracts/rating.ts";
import { type Category, currency, toAmount, toPeriod, toTaxCategory } from "./terms.ts";

type Line = EInvoice["ubl:Invoice"]["cac:InvoiceLine"][number];

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

export function toLine(line: InvoiceLine, position: number, category: Category): Line {
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

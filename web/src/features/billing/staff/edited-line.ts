/** Lines of an invoice while staff write or change them. */
import type { InvoiceLine } from "#contracts/invoices.ts";
import { centsOfUnits } from "#contracts/rating.ts";
import { centsText, microsText, toCents, toCount, toMicros } from "./amounts.ts";

export interface EditedLine {
  readonly key: string;
  /** Null for a line that is added. */
  readonly recordId: string | null;
  readonly description: string;
  readonly kind: "amount" | "count";
  readonly amount: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly isRemoved: boolean;
}

export const emptyLine = (key: string): EditedLine => ({
  key,
  recordId: null,
  description: "",
  kind: "amount",
  amount: "",
  quantity: "",
  unitPrice: "",
  isRemoved: false,
});

export function toEditedLine(line: InvoiceLine): EditedLine {
  const { id, description, quantity, unitPriceMicros, amount } = line;
  return {
    key: id,
    recordId: id,
    description,
    kind: quantity !== null && unitPriceMicros !== null ? "count" : "amount",
    amount: centsText(amount.cents),
    quantity: quantity === null ? "" : String(quantity),
    unitPrice: unitPriceMicros === null ? "" : microsText(unitPriceMicros),
    isRemoved: false,
  };
}

type ChangedFields = Partial<
  Record<"description", string> & Record<"amountCents" | "quantity" | "unitPriceMicros", number>
>;

const figuresOf = ({ kind, amount, quantity, unitPrice }: EditedLine) =>
  kind === "amount"
    ? { amountCents: toCents(amount) }
    : { quantity: toCount(quantity), unitPriceMicros: toMicros(unitPrice) };

/** What a line that is added sends. Texts that are no figures are sent as null, and rejected. */
export const toNewRecord = (line: EditedLine) => ({
  description: line.description,
  ...figuresOf(line),
});

/** The fields that differ from the line of the document; null if none does. */
export function changesOf(line: EditedLine, before: InvoiceLine): ChangedFields | null {
  const unchanged = toEditedLine(before);
  const names = ["description", "amount", "quantity", "unitPrice"] as const;
  const differs = names.filter((name) => line[name].trim() !== unchanged[name]);
  if (differs.length === 0) return null;
  const changes: ChangedFields = {};
  if (differs.includes("description")) changes.description = line.description;
  if (line.kind === "amount" && differs.includes("amount"))
    changes.amountCents = toCents(line.amount) ?? -1;
  if (line.kind === "count" && (differs.includes("quantity") || differs.includes("unitPrice"))) {
    changes.quantity = toCount(line.quantity) ?? -1;
    changes.unitPriceMicros = toMicros(line.unitPrice) ?? -1;
  }
  return changes;
}

/** The amount of a line in cents; null while its figures are none. */
export function lineCents(line: EditedLine, before: InvoiceLine | null): number | null {
  if (line.isRemoved) return 0;
  const changes = before === null ? null : changesOf(line, before);
  if (before !== null && (changes === null || Object.keys(changes).join() === "description"))
    return before.amount.cents;
  if (line.kind === "amount") return toCents(line.amount);
  const [quantity, micros] = [toCount(line.quantity), toMicros(line.unitPrice)];
  return quantity === null || micros === null ? null : centsOfUnits(quantity, micros);
}

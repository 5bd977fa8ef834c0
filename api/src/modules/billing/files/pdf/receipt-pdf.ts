/** The receipt of one movement of the balance as PDF. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import type { HistoryRow, HistoryType } from "#contracts/billing-history.ts";
import type { ReceiptData } from "../document-data.ts";
import { createDocumentFormat } from "./document-format.ts";
import { type Fact, printFoot, printHead, type Translate, translateTo } from "./document-frame.ts";
import { colors, page, PageWriter } from "./page-writer.ts";

const titles: Readonly<Record<HistoryType, MessageDescriptor>> = {
  top_up: msg`Receipt for a top-up`,
  invoice: msg`Invoice`,
  invoice_payment: msg`Receipt for a payment`,
  promo_credit: msg`Promo credit`,
  manual_credit: msg`Credit from us`,
  credit_note: msg`Credit note`,
  refund: msg`Refund`,
  adjustment: msg`Adjustment`,
  chargeback: msg`Chargeback`,
};

/** What the movement is, in one sentence. */
const sentences: Readonly<Record<HistoryType, MessageDescriptor | null>> = {
  top_up: msg`A top-up is a payment on account. VAT is part of the invoices that are paid from it.`,
  invoice: null,
  invoice_payment: null,
  promo_credit: msg`Promo credit reduces invoices. It is not paid out.`,
  manual_credit: msg`The credit is part of the balance and pays invoices.`,
  credit_note: null,
  refund: msg`The amount goes back to where it was paid from.`,
  adjustment: null,
  chargeback: msg`The bank took the payment back. The invoice that it paid is open again.`,
};

/** Returns the same bytes for the same data. */
export async function renderReceiptPdf({
  locale,
  entry,
  seller,
  buyer,
}: ReceiptData): Promise<Buffer> {
  const t = translateTo(locale);
  const format = createDocumentFormat(locale);
  const title = t(titles[entry.type]);
  const writer = new PageWriter({
    title,
    language: locale,
    createdAt: new Date(entry.createdAt),
    country: buyer?.country ?? null,
  });
  const facts: Fact[] = [
    [t(msg`Date`), format.date(entry.createdAt)],
    [t(msg`Reference`), entry.id.slice(-12).toUpperCase()],
    entry.invoice === null ? null : [t(msg`Invoice`), entry.invoice.number],
  ];
  printHead(writer, { title, facts }, { seller, buyer }, t, format);
  writer.rule(writer.y, { color: colors.ink, width: 0.8 });
  writer.y += 8;
  for (const [label, value] of rowsOf(entry, t)) printRow(writer, label, value);
  writer.rule(writer.y, { color: colors.ink, width: 0.8 });
  writer.y += 6;
  printRow(writer, t(msg`Amount`), format.money(entry.amount), true);
  if (entry.balance !== null)
    printRow(writer, t(msg`Balance afterwards`), format.money(entry.balance));
  const sentence = sentences[entry.type];
  if (sentence !== null)
    writer.y = writer.paragraph(t(sentence), page.left, writer.y + 14, page.right - page.left);
  return writer.finish(printFoot(writer, seller, title, t));
}

const names: ReadonlyMap<string, MessageDescriptor> = new Map([
  ["brand", msg`Card`],
  ["code", msg`Promo code`],
  ["reason", msg`Reason`],
  ["invoiceNumber", msg`Invoice`],
]);

function rowsOf({ detail }: HistoryRow, t: Translate): [label: string, value: string][] {
  return [...names].flatMap(([key, label]): [string, string][] => {
    const value = detail[key];
    if (value === undefined || value === null || value === "") return [];
    const last4 = detail["last4"];
    const text =
      key === "brand" && last4 != null ? `${cardBrand(value)} •••• ${last4}` : `${value}`;
    return [[t(label), text]];
  });
}

const cardBrand = (brand: string | number) =>
  `${brand}`.replace(/^./, (first) => first.toUpperCase());

function printRow(writer: PageWriter, label: string, value: string, isSum = false): void {
  const weight = isSum ? "bold" : "regular";
  const size = isSum ? 10.5 : 9;
  writer.line(label, page.left, writer.y + size, {
    weight,
    size,
    color: isSum ? colors.ink : colors.subtle,
  });
  const left = page.left + 160;
  const width = page.right - left;
  writer.y = writer.paragraph(value, left, writer.y, width, { weight, size, align: "right" }) + 4;
}

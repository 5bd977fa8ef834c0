/** An invoice or a credit note as PDF. */
import { msg } from "@lingui/core/runtime-macro";
import type { Invoice } from "#contracts/invoices.ts";
import { usd } from "#contracts/money.ts";
import { percentOfPpm } from "#contracts/vat.ts";
import type { InvoiceData } from "../document-data.ts";
import { createDocumentFormat, type DocumentFormat } from "./document-format.ts";
import {
  type Fact,
  printContinuedHead,
  printFoot,
  printHead,
  type Translate,
  translateTo,
} from "./document-frame.ts";
import { printLines } from "./invoice-lines.ts";
import { type Attachment, colors, page, PageWriter } from "./page-writer.ts";

/** Returns the same bytes for the same data. */
export async function renderInvoicePdf(
  data: InvoiceData,
  attachment: Attachment | null,
): Promise<Buffer> {
  const { invoice, locale } = data;
  const { number, issuedAt } = invoice;
  if (number === null || issuedAt === null) throw new Error("A draft has no document");
  const t = translateTo(locale);
  const format = createDocumentFormat(locale);
  const kind = invoice.kind === "invoice" ? t(msg`Invoice`) : t(msg`Credit note`);
  const title = `${kind} ${number}`;
  const writer = new PageWriter({
    title,
    language: locale,
    createdAt: new Date(issuedAt),
    country: invoice.buyer?.country ?? null,
  });
  if (attachment !== null) writer.attach(attachment);
  printHead(
    writer,
    { title: kind, facts: factsOf(data, number, issuedAt, t, format) },
    invoice,
    t,
    format,
  );
  printLines(writer, invoice.lines, title, t, format);
  const totals = totalsOf(data, t, format);
  const notes = notesOf(data, t, format);
  const height = totals.length * 18 + notes.length * 30 + 24;
  if (!writer.hasRoom(height)) {
    writer.addPage();
    printContinuedHead(writer, title);
  }
  printTotals(writer, totals, format);
  writer.y += 18;
  for (const note of notes)
    writer.y = writer.paragraph(note, page.left, writer.y, page.right - page.left) + 4;
  return writer.finish(printFoot(writer, invoice.seller, title, t));
}

function factsOf(
  { invoice }: InvoiceData,
  number: string,
  issuedAt: string,
  t: Translate,
  format: DocumentFormat,
): Fact[] {
  const { kind, dueAt, periodStart, periodEnd, buyer, credits, replaces } = invoice;
  return [
    [t(msg`Number`), number],
    [t(msg`Issued`), format.date(issuedAt)],
    kind === "invoice" && dueAt !== null ? [t(msg`Due`), format.date(dueAt)] : null,
    periodStart !== null && periodEnd !== null
      ? [t(msg`Service period`), format.period(periodStart, periodEnd)]
      : null,
    credits === null ? null : [t(msg`Credits invoice`), credits.number],
    replaces === null ? null : [t(msg`Replaces invoice`), replaces.number],
    buyer?.orderNumber == null ? null : [t(msg`Order number`), buyer.orderNumber],
  ];
}

interface TotalRow {
  readonly label: string;
  readonly cents: number;
  readonly isSum?: true;
}

function totalsOf(
  { invoice, paidCents }: InvoiceData,
  t: Translate,
  format: DocumentFormat,
): TotalRow[] {
  const { subtotal, discount, discounts, net, tax, total, taxDetails, kind } = invoice;
  const rate = format.percent(percentOfPpm(taxDetails.ratePpm));
  const isDiscounted = discount.cents > 0;
  const promos = discounts.map(({ code, amount }) => ({
    label: t(msg`Promo code ${{ code }}`),
    cents: -amount.cents,
  }));
  const discountRows =
    promos.length > 0 ? promos : [{ label: t(msg`Discount`), cents: -discount.cents }];
  return [
    ...(isDiscounted ? [{ label: t(msg`Subtotal`), cents: subtotal.cents }, ...discountRows] : []),
    { label: t(msg`Net`), cents: net.cents },
    {
      label:
        taxDetails.country === null
          ? t(msg`VAT ${{ rate }} %`)
          : t(msg`VAT ${{ rate }} % (${{ country: format.country(taxDetails.country) }})`),
      cents: tax.cents,
    },
    {
      label: kind === "invoice" ? t(msg`Total`) : t(msg`Credited total`),
      cents: total.cents,
      isSum: true,
    },
    ...(kind === "invoice" && paidCents > 0
      ? [
          { label: t(msg`Paid from the balance`), cents: -paidCents },
          { label: t(msg`To pay`), cents: total.cents - paidCents, isSum: true as const },
        ]
      : []),
  ];
}

function printTotals(writer: PageWriter, rows: readonly TotalRow[], format: DocumentFormat): void {
  const left = 318;
  writer.y += 14;
  for (const { label, cents, isSum } of rows) {
    if (isSum === true) {
      writer.rule(writer.y, { from: left, color: colors.ink, width: 0.8 });
      writer.y += 3;
    }
    const weight = isSum === true ? "bold" : "regular";
    const options = { weight, size: isSum === true ? 10.5 : 9 } as const;
    const end = writer.paragraph(label, left, writer.y, 130, options);
    writer.line(format.money(usd(cents)), page.right, writer.y + options.size, {
      ...options,
      align: "right",
    });
    writer.y = end + 4;
  }
}

function notesOf(
  { invoice, paidCents }: InvoiceData,
  t: Translate,
  format: DocumentFormat,
): string[] {
  const { taxDetails, reason, kind } = invoice;
  return [
    payText(invoice, paidCents, t, format),
    taxDetails.reason === "reverse_charge"
      ? t(msg`Reverse charge, Article 196 Directive 2006/112/EC`)
      : null,
    taxDetails.reason === "outside_eu"
      ? t(msg`Not subject to VAT of the European Union: the place of supply is outside of it.`)
      : null,
    kind === "credit_note" && reason !== null ? t(msg`Reason: ${{ reason }}`) : null,
  ].filter((text) => text !== null);
}

function payText(
  { kind, total, dueAt, credits }: Invoice,
  paidCents: number,
  t: Translate,
  format: DocumentFormat,
): string {
  if (kind === "credit_note")
    return t(
      msg`The credited total reduces what is owed for ${{ number: credits?.number ?? "" }}. What was paid of it already goes to the balance.`,
    );
  const left = total.cents - paidCents;
  if (left === 0) return t(msg`Nothing is left to pay.`);
  const amount = format.money(usd(left));
  if (dueAt === null) return t(msg`To pay: ${{ amount }}.`);
  return t(
    msg`Please pay ${{ amount }} by ${{ date: format.date(dueAt) }}. A saved card is charged automatically.`,
  );
}

/** What all documents share: the head with title, facts and addresses, and the foot of each page. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { companyBrand } from "#contracts/brand.ts";
import type { Invoice } from "#contracts/invoices.ts";
import type { Locale } from "#contracts/locale.ts";
import { mailTranslations } from "../../../mail/translations.ts";
import { buyerLines, type DocumentFormat, sellerLines } from "./document-format.ts";
import { colors, page, type PageWriter } from "./page-writer.ts";

export type Translate = (message: MessageDescriptor) => string;

export const translateTo =
  (locale: Locale): Translate =>
  (message) =>
    mailTranslations[locale]._(message);

export type Fact = readonly [label: string, value: string] | null;

interface Parties {
  readonly seller: Invoice["seller"];
  readonly buyer: Invoice["buyer"];
}

const columnGap = 24;
const columnWidth = (page.right - page.left - columnGap) / 2;
const rightColumn = page.left + columnWidth + columnGap;
const labelSize = 7.5;

export function printHead(
  writer: PageWriter,
  { title, facts }: { title: string; facts: readonly Fact[] },
  parties: Parties,
  t: Translate,
  format: DocumentFormat,
): void {
  writer.mark(page.left, page.top - 4, 22);
  writer.line(companyBrand.name, page.left + 30, page.top + 12, { size: 15, weight: "bold" });
  writer.y = printFacts(writer, facts, page.top) + 8;
  writer.line(title, page.left, page.top + 66, { size: 22, weight: "bold" });
  writer.y = Math.max(writer.y, page.top + 96);
  const { buyer, seller } = parties;
  const to = printAddress(
    writer,
    t(msg`Issued to`),
    page.left,
    buyer === null ? [] : buyerLines(buyer, format),
    [buyer?.vatId == null ? null : t(msg`VAT ID ${{ vatId: buyer.vatId }}`)],
  );
  const from = printAddress(
    writer,
    t(msg`Issued by`),
    rightColumn,
    sellerLines({ seller }, format),
    [
      t(msg`VAT ID ${{ vatId: seller.vatId }}`),
      seller.registration === ""
        ? null
        : t(msg`Registration ${{ registration: seller.registration }}`),
    ],
  );
  writer.y = Math.max(to, from) + 22;
}

function printFacts(writer: PageWriter, facts: readonly Fact[], top: number): number {
  const valueLeft = rightColumn + 96;
  let y = top - 1;
  for (const fact of facts) {
    if (fact === null) continue;
    const [label, value] = fact;
    writer.paragraph(label, rightColumn, y, 92, { color: colors.subtle });
    y = writer.paragraph(value, valueLeft, y, page.right - valueLeft, { weight: "bold" }) + 1.5;
  }
  return y;
}

function printAddress(
  writer: PageWriter,
  label: string,
  x: number,
  lines: readonly string[],
  extra: readonly (string | null)[],
): number {
  if (lines.length === 0) return writer.y;
  let y =
    writer.paragraph(label, x, writer.y, columnWidth, { size: labelSize, color: colors.subtle }) +
    2;
  lines.forEach((line, index) => {
    y = writer.paragraph(line, x, y, columnWidth, { weight: index === 0 ? "bold" : "regular" });
  });
  for (const line of extra)
    if (line !== null)
      y = writer.paragraph(line, x, y + 1.5, columnWidth, { color: colors.subtle });
  return y;
}

/** The head of a page after the first one. */
export function printContinuedHead(writer: PageWriter, title: string): void {
  writer.line(companyBrand.name, page.left, page.top, { weight: "bold", color: colors.subtle });
  writer.line(title, page.right, page.top, { align: "right", color: colors.subtle });
  writer.y = page.top + 18;
}

export const printFoot =
  (writer: PageWriter, seller: Invoice["seller"], title: string, t: Translate) =>
  (number: number, count: number): void => {
    const y = page.height - 46;
    writer.rule(y - 14);
    const options = { size: labelSize, color: colors.subtle };
    const company = [seller.name, seller.address.join(", "), seller.vatId].join(" · ");
    const [line = ""] = writer.wrap(company, page.right - page.left - 150, options);
    writer.line(line, page.left, y, options);
    writer.line(t(msg`${{ title }} · page ${{ number }} of ${{ count }}`), page.right, y, {
      ...options,
      align: "right",
    });
  };

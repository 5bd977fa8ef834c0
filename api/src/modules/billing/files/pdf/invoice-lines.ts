/** The table of an invoice: lines by project, with the head of the table on every page. */
import { msg } from "@lingui/core/runtime-macro";
import type { InvoiceLine } from "#contracts/invoices.ts";
import { exactCost, roundToCents } from "#contracts/rating.ts";
import { type DocumentFormat, formatHours } from "./document-format.ts";
import { printContinuedHead, type Translate } from "./document-frame.ts";
import { colors, page, type PageWriter } from "./page-writer.ts";

/** Left and right ends of the columns; numbers end at `right`. */
const columns = {
  item: { left: page.left, width: 196 },
  period: { left: 262, width: 92 },
  quantity: { right: 424 },
  price: { right: 482 },
  amount: { right: page.right },
} as const;

/** So many hostnames are printed; the page of the invoice has all of them. */
const shownHostnames = 12;
const small = { size: 8, color: colors.subtle } as const;

/** Time × rate or quantity × price, if the amount follows from it. */
export function toCalculation(
  line: InvoiceLine,
  format: DocumentFormat,
): { quantity: string; price: string } | null {
  const { kind, seconds, rateMicrosPerHour, quantity, unitPriceMicros, amount } = line;
  if (quantity !== null && unitPriceMicros !== null)
    return { quantity: quantity.toString(), price: format.micros(unitPriceMicros) };
  if (kind === "adjustment" || rateMicrosPerHour === null || seconds === 0) return null;
  if (roundToCents(exactCost(rateMicrosPerHour, seconds)) !== amount.cents) return null;
  return { quantity: formatHours(seconds), price: `${format.micros(rateMicrosPerHour)}/h` };
}

export function printLines(
  writer: PageWriter,
  lines: readonly InvoiceLine[],
  title: string,
  t: Translate,
  format: DocumentFormat,
): void {
  printTableHead(writer, t);
  const groups = Map.groupBy(lines, ({ project }) =>
    project === null ? null : (project.name ?? t(msg`Deleted project`)),
  );
  for (const [project, members] of groups) {
    if (project !== null) {
      makeRoom(writer, 46, title, t);
      const options = { weight: "bold", color: colors.accent } as const;
      writer.y = writer.paragraph(
        project,
        page.left,
        writer.y + 8,
        page.right - page.left,
        options,
      );
    }
    for (const line of members) printLine(writer, line, title, t, format);
  }
}

function makeRoom(writer: PageWriter, height: number, title: string, t: Translate): void {
  if (writer.hasRoom(height)) return;
  writer.addPage();
  printContinuedHead(writer, title);
  printTableHead(writer, t);
}

function printTableHead(writer: PageWriter, t: Translate): void {
  const baseline = writer.y + 8;
  const options = { size: 7.5, color: colors.subtle } as const;
  writer.line(t(msg`Item`), columns.item.left, baseline, options);
  writer.line(t(msg`Period (UTC)`), columns.period.left, baseline, options);
  const right = { ...options, align: "right" } as const;
  writer.line(t(msg`Quantity`), columns.quantity.right, baseline, right);
  writer.line(t(msg`Unit price`), columns.price.right, baseline, right);
  writer.line(t(msg`Amount`), columns.amount.right, baseline, right);
  writer.y += 14;
  writer.rule(writer.y, { color: colors.ink, width: 0.8 });
  writer.y += 4;
}

function printLine(
  writer: PageWriter,
  line: InvoiceLine,
  title: string,
  t: Translate,
  format: DocumentFormat,
): void {
  const notes = noteTexts(line, t, format);
  const { left, width } = columns.item;
  const name = writer.wrap(line.product?.name ?? line.description, width, { weight: "bold" });
  const noteLines = notes.flatMap((note) => writer.wrap(note, width, small));
  const period =
    line.periodStart === null || line.periodEnd === null
      ? []
      : writer.wrap(format.period(line.periodStart, line.periodEnd), columns.period.width, small);
  const height = Math.max(name.length * 12.8 + noteLines.length * 11.4, period.length * 11.4) + 12;
  makeRoom(writer, height, title, t);
  const top = writer.y + 4;
  const baseline = top + 9;
  name.forEach((text, row) => writer.line(text, left, baseline + row * 12.8, { weight: "bold" }));
  noteLines.forEach((text, row) =>
    writer.line(text, left, baseline + name.length * 12.8 + row * 11.4, small),
  );
  period.forEach((text, row) =>
    writer.line(text, columns.period.left, baseline + row * 11.4, small),
  );
  const calculation = toCalculation(line, format);
  if (calculation !== null) {
    writer.line(calculation.quantity, columns.quantity.right, baseline, {
      ...small,
      align: "right",
    });
    writer.line(calculation.price, columns.price.right, baseline, { ...small, align: "right" });
  }
  writer.line(format.money(line.amount), columns.amount.right, baseline, { align: "right" });
  writer.y += height;
  writer.rule(writer.y - 1);
}

function noteTexts(line: InvoiceLine, t: Translate, format: DocumentFormat): string[] {
  const { kind, product, description, instances, periodStart, periodEnd } = line;
  const hostnames = instances.slice(0, shownHostnames).map(({ hostname }) => hostname);
  const more = instances.length - hostnames.length;
  return [
    kind === "adjustment" && periodStart !== null && periodEnd !== null
      ? t(
          msg`Correction for ${{ period: format.period(periodStart, periodEnd) }}: usage reported after its invoice`,
        )
      : null,
    product !== null && description !== "" ? description : null,
    hostnames.length === 0 ? null : hostnames.join(", "),
    more > 0 ? t(msg`and ${{ more }} more instances`) : null,
  ].filter((text) => text !== null);
}

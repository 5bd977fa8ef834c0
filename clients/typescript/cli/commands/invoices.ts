/** `boreal billing`: invoices and credit notes, and their files. */
import type { Invoice, InvoiceLine, InvoiceRow } from "../../src/boreal.ts";
import type { Command } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { formatDuration, formatTime, formatUsd, humanize } from "../format.ts";
import type { Column } from "../table.ts";
import { writeFile } from "../write-file.ts";
import { choiceOf, listQuery, pageOptions, printList } from "./list-options.ts";

const orDash = (time: string | null) => (time === null ? "-" : formatTime(time));
const day = (time: string) => formatTime(time).slice(0, 10);
const period = ({ periodStart, periodEnd }: Pick<InvoiceRow, "periodStart" | "periodEnd">) =>
  periodStart === null || periodEnd === null ? "-" : `${day(periodStart)} to ${day(periodEnd)}`;

const invoiceColumns: readonly Column<InvoiceRow>[] = [
  { title: "NUMBER", text: ({ number }) => number ?? "draft", isNeverTruncated: true },
  { title: "TYPE", text: ({ kind }) => humanize(kind) },
  { title: "STATUS", text: ({ status }) => status },
  { title: "PERIOD", text: period },
  { title: "DUE", text: ({ dueAt }) => (dueAt === null ? "-" : day(dueAt)) },
  { title: "TOTAL", text: ({ total }) => formatUsd(total), isNumber: true },
  { title: "OWED", text: ({ outstanding }) => formatUsd(outstanding), isNumber: true },
  { title: "ID", text: ({ id }) => id, isNeverTruncated: true },
];

const lineText = ({ description, product, project }: InvoiceLine) =>
  [description, product?.name ?? "", project?.name ?? ""].filter((text) => text !== "").join(", ");
const lineColumns: readonly Column<InvoiceLine>[] = [
  { title: "LINE", text: lineText },
  {
    title: "QUANTITY",
    text: ({ quantity, seconds }) =>
      quantity === null ? formatDuration(seconds) : String(quantity),
    isNumber: true,
  },
  { title: "AMOUNT", text: ({ amount }) => formatUsd(amount), isNumber: true },
];

function invoiceText(invoice: Invoice, context: CommandContext): string {
  const lines = invoice.lines.length === 0 ? "" : `${context.table(lineColumns, invoice.lines)}\n`;
  return `${lines}${context.details([
    ["Number", invoice.number ?? "draft"],
    ["ID", invoice.id],
    ["Type", humanize(invoice.kind)],
    ["Status", invoice.status],
    ["Period", period(invoice)],
    ["Issued", orDash(invoice.issuedAt)],
    ["Due", orDash(invoice.dueAt)],
    ["Subtotal", formatUsd(invoice.subtotal)],
    ["Discount", formatUsd(invoice.discount)],
    ["Tax", formatUsd(invoice.tax)],
    ["Total", formatUsd(invoice.total)],
    ["Owed", formatUsd(invoice.outstanding)],
  ])}`;
}

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const downloadFormats = ["pdf", "ubl", "cii"] as const;

/** Finds a document by its id or its number. */
async function findInvoice(
  context: CommandContext,
  name: string,
): Promise<Pick<Invoice, "id" | "number">> {
  if (idShape.test(name)) return { id: name, number: null };
  const client = context.client();
  const path = { workspace: await context.workspace() };
  for await (const invoice of client.each(client.billing.invoices, { path, query: {} }))
    if (invoice.number === name) return invoice;
  throw new CliError(
    "notFound",
    `No invoice or credit note "${name}" found`,
    "Run `boreal billing invoices` to see them",
  );
}

export const invoiceCommands: readonly Command[] = [
  {
    name: "billing invoices",
    description: "List invoices and credit notes",
    options: {
      status: {
        kind: "text",
        value: "list",
        description: "draft, issued, paid, overdue, uncollectible, reversed; separated by commas",
      },
      kind: { kind: "text", value: "list", description: "invoice, credit_note" },
      ...pageOptions,
    },
    run: async (parsed, context) => {
      const path = { workspace: await context.workspace() };
      const { page, perPage } = listQuery(parsed);
      const query = { page, perPage, status: parsed.text("status"), kind: parsed.text("kind") };
      await printList(
        parsed,
        context,
        context.client().billing.invoices,
        { path, query },
        {
          columns: invoiceColumns,
          empty: "No invoices yet",
        },
      );
    },
  },
  {
    name: "billing invoice",
    description: "Show an invoice or credit note with its lines",
    args: ["<number or ID>"],
    run: async (parsed, context) => {
      const { id } = await findInvoice(context, parsed.arg(0));
      const path = { workspace: await context.workspace(), invoice: id };
      const invoice = await context.client().billing.invoice({ path });
      context.print(invoice, () => invoiceText(invoice, context));
    },
  },
  {
    name: "billing download",
    description: "Save an invoice or credit note as PDF or e-invoice",
    args: ["<number or ID>", "[file]"],
    options: {
      as: {
        kind: "text",
        value: "format",
        description: "pdf (default), ubl or cii: the last two are e-invoices in XML",
      },
      force: { kind: "flag", description: "Replace a file that exists" },
    },
    run: async (parsed, context) => {
      const format = choiceOf(parsed, "as", downloadFormats) ?? "pdf";
      const { id, number } = await findInvoice(context, parsed.arg(0));
      const { billing } = context.client();
      const path = { workspace: await context.workspace(), invoice: id };
      const bytes =
        format === "pdf"
          ? await billing.invoicePdf({ path })
          : await billing.invoiceXml({ path, query: { format } });
      const name = parsed.arg(1);
      const file = name === "" ? `${number ?? id}.${format === "pdf" ? "pdf" : "xml"}` : name;
      await writeFile(file, bytes, { isForced: parsed.flag("force") });
      context.print({ file, bytes: bytes.length }, () => `Saved as ${file}\n`);
    },
  },
];

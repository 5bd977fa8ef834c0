/** `boreal billing`: balance, usage by group, history, invoices and limits. */
import type {
  BalanceForecast,
  HistoryRow,
  Invoice,
  InvoiceLine,
  InvoiceRow,
  UsageGroup,
  UsageReport,
  WorkspaceLimit,
} from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { formatDuration, formatRate, formatTime, formatUsd, humanize } from "../format.ts";
import type { Column } from "../table.ts";
import { writeFile } from "../write-file.ts";
import { listOptions, listQuery, printList } from "./list-options.ts";

const orDash = (time: string | null) => (time === null ? "-" : formatTime(time));
const day = (time: string) => formatTime(time).slice(0, 10);
const period = ({ periodStart, periodEnd }: Pick<InvoiceRow, "periodStart" | "periodEnd">) =>
  periodStart === null || periodEnd === null ? "-" : `${day(periodStart)} to ${day(periodEnd)}`;

const pageOptions = {
  page: listOptions.page,
  "per-page": listOptions["per-page"],
  all: listOptions.all,
};

const balanceText = (balance: BalanceForecast, context: CommandContext) =>
  context.details([
    ["Balance", formatUsd(balance.balance)],
    ["Promo credit", formatUsd(balance.promo)],
    ["Owed for invoices", formatUsd(balance.outstanding)],
    ["Not invoiced yet", formatUsd(balance.accrued)],
    ["Now", `${formatRate(balance.hourlyRate)}/hour`],
    ["Lasts until", orDash(balance.lastsUntil)],
    ["Stops first", balance.stopsFirst?.hostname ?? "-"],
  ]);

const groupColumns: readonly Column<UsageGroup>[] = [
  { title: "NAME", text: ({ kind, name }) => (name === "" ? kind : name) },
  { title: "TIME", text: ({ seconds }) => formatDuration(seconds), isNumber: true },
  { title: "AMOUNT", text: ({ amount }) => formatUsd(amount), isNumber: true },
];

function usageText(report: UsageReport, context: CommandContext): string {
  const rows = report.groups.length === 0 ? "" : `${context.table(groupColumns, report.groups)}\n`;
  return `${rows}${context.details([
    ["From", report.from],
    ["To", report.to],
    ["Total", `${formatUsd(report.total)} before discounts and tax`],
  ])}`;
}

const groupings = ["project", "product", "instance"] as const;
const intervals = ["day", "hour"] as const;

/** The value of an option that is one of a few words; undefined if it is not given. */
function choiceOf<const W extends readonly string[]>(
  parsed: ParsedArgs,
  name: string,
  words: W,
): W[number] | undefined {
  const text = parsed.text(name);
  if (text === undefined) return undefined;
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new CliError("usage", `--${name} must be ${words.join(", ")}`);
  return word;
}

/** A day means its beginning in UTC. */
function readDay(parsed: ParsedArgs, name: string): string | undefined {
  const text = parsed.text(name);
  if (text === undefined) return undefined;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new CliError("usage", `--${name} must be a day, such as 2026-05-15`);
  return text;
}
const startOf = (date: string | undefined) =>
  date === undefined ? undefined : `${date}T00:00:00.000Z`;

const historyColumns: readonly Column<HistoryRow>[] = [
  { title: "TIME", text: ({ createdAt }) => formatTime(createdAt) },
  { title: "TYPE", text: ({ type }) => humanize(type) },
  { title: "STATUS", text: ({ status }) => status },
  { title: "DOCUMENT", text: ({ invoice }) => invoice?.number ?? "-", isNeverTruncated: true },
  { title: "AMOUNT", text: ({ amount }) => formatUsd(amount), isNumber: true },
  {
    title: "BALANCE",
    text: ({ balance }) => (balance === null ? "-" : formatUsd(balance)),
    isNumber: true,
  },
];

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

const limitAmount = ({ limit }: WorkspaceLimit, value: number) =>
  limit === "monthly_spend" ? formatUsd({ cents: value, currency: "USD" }) : String(value);
const limitColumns: readonly Column<WorkspaceLimit>[] = [
  { title: "LIMIT", text: ({ limit }) => humanize(limit) },
  { title: "USED", text: (limit) => limitAmount(limit, limit.used), isNumber: true },
  { title: "VALUE", text: (limit) => limitAmount(limit, limit.value), isNumber: true },
  {
    title: "REQUEST",
    text: ({ request, ...limit }) =>
      request === null
        ? "-"
        : `${limitAmount({ request, ...limit }, request.value)} (${request.status})`,
  },
];

export const billingCommands: readonly Command[] = [
  {
    name: "billing balance",
    description: "Show the balance and how long it lasts",
    run: async (_parsed, context) => {
      const path = { workspace: await context.workspace() };
      const balance = await context.client().billing.accountBalance({ path });
      context.print(balance, () => balanceText(balance, context));
    },
  },
  {
    name: "billing usage",
    description: "Show usage and cost of a period (default: this month)",
    options: {
      from: { kind: "text", value: "day", description: "First day (UTC)" },
      to: { kind: "text", value: "day", description: "Last day (UTC)" },
      by: { kind: "text", value: "group", description: "project (default), product or instance" },
      interval: {
        kind: "text",
        value: "interval",
        description: "day (default) or hour: the parts of each amount in the JSON",
      },
    },
    run: async (parsed, context) => {
      const report = await context.client().billing.usage({
        path: { workspace: await context.workspace() },
        query: {
          from: readDay(parsed, "from"),
          to: readDay(parsed, "to"),
          groupBy: choiceOf(parsed, "by", groupings),
          interval: choiceOf(parsed, "interval", intervals),
        },
      });
      context.print(report, () => usageText(report, context));
    },
  },
  {
    name: "billing history",
    description: "List the movements of the balance",
    options: {
      type: {
        kind: "text",
        value: "list",
        description: "top_up, invoice, invoice_payment, refund and others; separated by commas",
      },
      from: { kind: "text", value: "day", description: "First day (UTC)" },
      before: { kind: "text", value: "day", description: "First day that is left out (UTC)" },
      ...pageOptions,
    },
    run: async (parsed, context) => {
      const path = { workspace: await context.workspace() };
      const { page, perPage } = listQuery(parsed);
      const query = {
        page,
        perPage,
        activityType: parsed.text("type"),
        createdAtFrom: startOf(readDay(parsed, "from")),
        createdAtTo: startOf(readDay(parsed, "before")),
      };
      await printList(
        parsed,
        context,
        context.client().billing.history,
        { path, query },
        {
          columns: historyColumns,
          empty: "No movements",
        },
      );
    },
  },
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
  {
    name: "billing limits",
    description: "Show what the workspace may rent and spend, and what it uses",
    run: async (_parsed, context) => {
      const path = { workspace: await context.workspace() };
      const response = await context.client().billing.limits({ path });
      context.print(response, () => context.table(limitColumns, response.limits));
    },
  },
];

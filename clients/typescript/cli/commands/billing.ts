/** `boreal billing`: balance, usage by group, history, invoices and limits. */
import type {
  BalanceForecast,
  HistoryRow,
  UsageGroup,
  UsageReport,
  WorkspaceLimit,
} from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { formatDuration, formatRate, formatTime, formatUsd, humanize } from "../format.ts";
import type { Column } from "../table.ts";
import { invoiceCommands } from "./invoices.ts";
import { choiceOf, listQuery, pageOptions, printList } from "./list-options.ts";

const orDash = (time: string | null) => (time === null ? "-" : formatTime(time));
const balanceText = (balance: BalanceForecast, context: CommandContext) =>
  context.details([
    ["Balance", formatUsd(balance.balance)],
    ["Promo credit", formatUsd(balance.promo)],
    ["Owed for invoices", formatUsd(balance.outstanding)],
    ["Not invoiced yet", formatUsd(balance.accrued)],
    ["After discounts and tax", formatUsd(balance.accruedTotal)],
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
  ...invoiceCommands,
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

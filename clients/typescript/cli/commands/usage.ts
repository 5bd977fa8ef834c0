import type { Expenditure, UsageLine } from "../../src/boreal.ts";
import type { Command } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { formatDuration, formatUsd, formatRate, formatTime } from "../format.ts";
import type { Column } from "../table.ts";
import { findByIdOrName } from "./create-instances.ts";

const lineColumns: readonly Column<UsageLine>[] = [
  { title: "PROJECT", text: ({ project }) => project?.name ?? "-" },
  { title: "PRODUCT", text: ({ product }) => product.name },
  { title: "TIME", text: ({ seconds }) => formatDuration(seconds), isNumber: true },
  {
    title: "PER HOUR",
    text: ({ rateMicrosPerHour }) => formatRate(rateMicrosPerHour),
    isNumber: true,
  },
  { title: "AMOUNT", text: ({ amount }) => formatUsd(amount), isNumber: true },
];

const instanceColumns: readonly Column<Expenditure["byInstance"][number]>[] = [
  { title: "HOSTNAME", text: ({ hostname }) => hostname, isNeverTruncated: true },
  { title: "STATUS", text: ({ status }) => status },
  { title: "TIME", text: ({ seconds }) => formatDuration(seconds), isNumber: true },
  { title: "PER HOUR", text: ({ hourlyRate }) => formatRate(hourlyRate), isNumber: true },
  { title: "AMOUNT", text: ({ amount }) => formatUsd(amount), isNumber: true },
];

function usageText(usage: Expenditure, byInstance: boolean, context: CommandContext): string {
  const rows = byInstance
    ? usage.byInstance.length > 0 && context.table(instanceColumns, usage.byInstance)
    : usage.lines.length > 0 && context.table(lineColumns, usage.lines);
  const totals = context.details([
    ["Since", formatTime(usage.periodStart)],
    ["Until", formatTime(usage.asOf)],
    ["So far", formatUsd(usage.total)],
    ["Projected month", `${formatUsd(usage.projected)} if usage stays the same`],
    ["Now", `${formatRate(usage.hourlyRate)}/hour`],
  ]);
  return rows === false ? totals : `${rows}\n${totals}`;
}

export const usageCommands: readonly Command[] = [
  {
    name: "usage",
    description: "Show this month's cost so far (UTC)",
    options: {
      instances: { kind: "flag", description: "Show costs by instance instead of by invoice line" },
    },
    run: async (parsed, context) => {
      const path = { workspace: await context.workspace() };
      const usage = await context.client().billing.currentExpenditure({ path });
      context.print(usage, () => usageText(usage, parsed.flag("instances"), context));
    },
  },
  {
    name: "estimate",
    description: "Estimate the cost of a product",
    args: ["<product>", "[quantity]"],
    run: async (parsed, context) => {
      const quantity = parsed.arg(1) === "" ? "1" : parsed.arg(1);
      if (!/^\d{1,2}$/.test(quantity))
        throw new CliError("usage", `"${quantity}" isn't a valid quantity`);
      const { billing, catalogue } = context.client();
      const { products } = await catalogue.offer();
      const { id: product, name, variant } = findByIdOrName(products, parsed.arg(0), "product");
      const estimate = await billing.estimatedCost({
        path: { workspace: await context.workspace() },
        query: { product, variant, quantity },
      });
      context.print(estimate, () =>
        context.details([
          ["Product", `${quantity} × ${name}`],
          ["Per hour", formatRate(estimate.hourlyRate)],
          ["Per month", `${formatUsd(estimate.monthly)} (${estimate.hoursPerMonth} hours)`],
        ]),
      );
    },
  },
];

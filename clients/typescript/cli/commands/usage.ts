import type { Expenditure, UsageLine } from "../../src/boreal.ts";
import type { Command } from "../command.ts";
import type { Context } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { duration, money, rate, time } from "../format.ts";
import type { Column } from "../table.ts";
import { named } from "./create-instances.ts";

const lineColumns: readonly Column<UsageLine>[] = [
  { title: "PROJECT", text: ({ project }) => project?.name ?? "-" },
  { title: "PRODUCT", text: ({ product }) => product.name },
  { title: "TIME", text: ({ seconds }) => duration(seconds), isNumber: true },
  { title: "PER HOUR", text: ({ rateMicrosPerHour }) => rate(rateMicrosPerHour), isNumber: true },
  { title: "AMOUNT", text: ({ amount }) => money(amount), isNumber: true },
];

const instanceColumns: readonly Column<Expenditure["byInstance"][number]>[] = [
  { title: "HOSTNAME", text: ({ hostname }) => hostname, staysWhole: true },
  { title: "STATUS", text: ({ status }) => status },
  { title: "TIME", text: ({ seconds }) => duration(seconds), isNumber: true },
  { title: "PER HOUR", text: ({ hourlyRate }) => rate(hourlyRate), isNumber: true },
  { title: "AMOUNT", text: ({ amount }) => money(amount), isNumber: true },
];

function usageText(usage: Expenditure, byInstance: boolean, context: Context): string {
  const rows = byInstance
    ? usage.byInstance.length > 0 && context.table(instanceColumns, usage.byInstance)
    : usage.lines.length > 0 && context.table(lineColumns, usage.lines);
  const totals = context.facts([
    ["Since", time(usage.periodStart)],
    ["Until", time(usage.asOf)],
    ["So far", money(usage.total)],
    ["Projected month", `${money(usage.projected)} if usage stays the same`],
    ["Now", `${rate(usage.hourlyRate)}/hour`],
  ]);
  return rows === false ? totals : `${rows}\n${totals}`;
}

export const usageCommands: readonly Command[] = [
  {
    name: "usage",
    about: "Show this month's cost so far (UTC)",
    options: {
      instances: { kind: "flag", about: "Show costs by instance instead of by invoice line" },
    },
    run: async (given, context) => {
      const path = { workspace: await context.workspace() };
      const usage = await context.client().billing.currentExpenditure({ path });
      context.print(usage, () => usageText(usage, given.flag("instances"), context));
    },
  },
  {
    name: "estimate",
    about: "Estimate the cost of a product",
    args: ["<product>", "[quantity]"],
    run: async (given, context) => {
      const quantity = given.arg(1) === "" ? "1" : given.arg(1);
      if (!/^\d{1,2}$/.test(quantity))
        throw new CliError("usage", `"${quantity}" isn't a valid quantity`);
      const { billing, catalogue } = context.client();
      const { products } = await catalogue.offer();
      const { id: product, name, variant } = named(products, given.arg(0), "product");
      const estimate = await billing.estimatedCost({
        path: { workspace: await context.workspace() },
        query: { product, variant, quantity },
      });
      context.print(estimate, () =>
        context.facts([
          ["Product", `${quantity} × ${name}`],
          ["Per hour", rate(estimate.hourlyRate)],
          ["Per month", `${money(estimate.monthly)} (${estimate.hoursPerMonth} hours)`],
        ]),
      );
    },
  },
];

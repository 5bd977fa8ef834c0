import type { Image, Product, Region } from "../../src/boreal.ts";
import type { Command } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { formatRate } from "../format.ts";
import type { Column } from "../table.ts";

/** Without the GPUs, which are part of the name. */
const productSize = ({ vcpu, memoryGb, diskGb }: Product) =>
  `${vcpu} vCPU, ${memoryGb} GB, ${diskGb} GB disk`;

const productColumns: readonly Column<Product>[] = [
  { title: "NAME", text: ({ name }) => name, isNeverTruncated: true },
  { title: "SIZE", text: productSize },
  {
    title: "PER HOUR",
    text: ({ rateMicrosPerHour }) => formatRate(rateMicrosPerHour),
    isNumber: true,
  },
  {
    title: "AVAILABLE",
    text: ({ stock }) =>
      stock.map(({ regionHandle, free }) => `${regionHandle} ${free ?? "?"}`).join(", "),
  },
];

const imageColumns: readonly Column<Image>[] = [
  { title: "NAME", text: ({ name }) => name },
  { title: "USER", text: ({ defaultUser }) => defaultUser },
  { title: "REGIONS", text: ({ regionHandles }) => regionHandles.join(", ") },
  { title: "SUPPORTED UNTIL", text: ({ endOfLife }) => endOfLife ?? "-" },
];

const countries = new Intl.DisplayNames("en", { type: "region" });
const regionColumns: readonly Column<Region>[] = [
  { title: "HANDLE", text: ({ handle }) => handle },
  { title: "NAME", text: ({ name, country }) => `${name}, ${countries.of(country) ?? country}` },
  { title: "ENERGY", text: ({ energySources }) => energySources.join(", ") },
  { title: "STATUS", text: ({ status }) => status },
];

async function printTable<Row>(
  context: CommandContext,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Promise<void> {
  context.print({ data: rows }, () => context.table(columns, rows));
}

const fetchOffer = (context: CommandContext) => context.client().catalogue.offer();

export const catalogueCommands: readonly Command[] = [
  {
    name: "products list",
    description: "List products with price and availability",
    run: async (_, context) =>
      printTable(context, (await fetchOffer(context)).products, productColumns),
  },
  {
    name: "images list",
    description: "List operating system images",
    run: async (_, context) =>
      printTable(context, (await fetchOffer(context)).images, imageColumns),
  },
  {
    name: "regions list",
    description: "List regions",
    run: async (_, context) =>
      printTable(context, (await fetchOffer(context)).regions, regionColumns),
  },
];

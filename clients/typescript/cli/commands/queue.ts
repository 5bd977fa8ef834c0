/** `boreal queue`: orders that start when their product is free. */
import type { QueuedOrder } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { formatRate, formatTime, humanize } from "../format.ts";
import type { Column } from "../table.ts";
import {
  findByIdOrName,
  lineOptions,
  readLine,
  readRate,
  resolveChoice,
  resolveLine,
} from "./create-instances.ts";
import { printList } from "./list-options.ts";

const namesOf = ({ hostname }: QueuedOrder) => hostname.join(", ");
const statusOf = ({ status, reason }: QueuedOrder) =>
  reason === null ? status : `${status} (${humanize(reason)})`;

const columns: readonly Column<QueuedOrder>[] = [
  { title: "HOSTNAMES", text: namesOf },
  { title: "STATUS", text: statusOf },
  { title: "POSITION", text: ({ position }) => String(position ?? "-"), isNumber: true },
  {
    title: "WANTED",
    text: ({ choices }) =>
      choices.map(({ product, region }) => `${product.name} in ${region.handle}`).join(", else "),
  },
  {
    title: "AT MOST",
    text: ({ maxRateMicrosPerHour }) => `${formatRate(maxRateMicrosPerHour)}/hour`,
    isNumber: true,
  },
  { title: "ENDS", text: ({ expiresAt }) => formatTime(expiresAt) },
  { title: "ID", text: ({ id }) => id, isNeverTruncated: true },
];

const show = (order: QueuedOrder, context: CommandContext) =>
  context.print(order, () =>
    context.details([
      ["Hostnames", namesOf(order)],
      ["ID", order.id],
      ["Status", statusOf(order)],
      ["Position", order.position === null ? null : String(order.position)],
      ["At most", `${formatRate(order.maxRateMicrosPerHour)}/hour`],
      ["Ends", formatTime(order.expiresAt)],
    ]),
  );

/** A day means its beginning in UTC. */
function readEnd(text: string): string {
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const end = isTime || /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(end))
    throw new CliError("usage", "--until must be a day or a time, such as 2026-12-31T18:00Z");
  return new Date(end).toISOString();
}

async function addCommand(parsed: ParsedArgs, context: CommandContext): Promise<void> {
  const expiresAt = readEnd(parsed.required("until"));
  const line = await readLine(parsed, context);
  const { catalogue, queue } = context.client();
  const offer = await catalogue.offer();
  const rate = parsed.text("at-most");
  const others = parsed.texts("or").map((text) => resolveChoice(text, "--or", offer.products));
  const product = findByIdOrName(offer.products, line.product, "product");
  // The highest price is the queue's own field.
  const resolved = await resolveLine({ ...line, atMost: undefined }, offer, context);
  const order = await queue.create({
    path: { workspace: await context.workspace() },
    body: {
      selectedInstanceVariant: product.variant,
      choices: [{ region: line.region, product: product.id }, ...others],
      operatingsystem: resolved.operatingsystem,
      hostname: resolved.hostname,
      workspaceCredential: resolved.workspaceCredential,
      ...(resolved.projectId !== undefined && { projectId: resolved.projectId }),
      ...(resolved.userData !== undefined && { userData: resolved.userData }),
      maxRateMicrosPerHour:
        rate === undefined ? product.rateMicrosPerHour : readRate(rate, "--at-most"),
      expiresAt,
    },
  });
  show(order, context);
}

/** Finds a waiting order by its id or one of its hostnames. */
async function resolveWaitingId(context: CommandContext, name: string): Promise<string> {
  const client = context.client();
  const path = { workspace: await context.workspace() };
  for await (const order of client.each(client.queue.list, { path, query: {} }))
    if (order.id === name || order.hostname.includes(name)) return order.id;
  throw new CliError(
    "notFound",
    `No waiting order named "${name}" found`,
    "Run `boreal queue list` to see what's waiting",
  );
}

export const queueCommands: readonly Command[] = [
  {
    name: "queue list",
    description: "List orders that wait until their product is free",
    options: {
      status: {
        kind: "text",
        value: "list",
        description: "waiting (default), started, cancelled, expired, failed; separated by commas",
      },
      all: { kind: "flag", description: "Fetch all pages" },
    },
    run: async (parsed, context) => {
      const path = { workspace: await context.workspace() };
      const input = { path, query: { status: parsed.text("status"), perPage: 100 } };
      const { list } = context.client().queue;
      await printList(parsed, context, list, input, { columns, empty: "No waiting orders" });
    },
  },
  {
    name: "queue add",
    description: "Order instances that start when their product is free",
    args: ["<hostname...>"],
    options: {
      ...lineOptions,
      or: {
        kind: "texts",
        value: "product@region",
        description: "What else would do, in order of preference (up to 3)",
      },
      "at-most": {
        kind: "text",
        value: "dollars",
        description: "Highest price per hour of an instance (default: the present price)",
      },
      until: {
        kind: "text",
        value: "time",
        description: "How long to wait, up to 30 days: 2026-12-31, or 2026-12-31T18:00Z",
      },
    },
    more: `Example:\n  boreal queue add train-1 --region lulea --product "8 × H100 SXM" --image "Ubuntu 24.04 LTS" --or "8 × H100 SXM@kajaani" --at-most 9 --until 2026-12-31`,
    run: addCommand,
  },
  {
    name: "queue cancel",
    description: "Cancel a waiting order",
    args: ["<hostname or ID>"],
    run: async (parsed, context) => {
      const queuedOrder = await resolveWaitingId(context, parsed.arg(0));
      const path = { workspace: await context.workspace(), queuedOrder };
      const order = await context.client().queue.cancel({ path });
      context.print(order, () => `The waiting order of ${namesOf(order)} is canceled\n`);
    },
  },
];

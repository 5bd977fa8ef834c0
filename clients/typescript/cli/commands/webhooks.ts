/** `boreal webhooks`: endpoints and their deliveries. Access tokens may not create or change an endpoint. */
import type { Boreal, WebhookEndpoint } from "../../src/boreal.ts";
import type { Command } from "../command.ts";
import { confirmByTypingName, yesOption } from "../confirm.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { formatTime } from "../format.ts";
import type { Column } from "../table.ts";
import { listQuery, pageOptions, printList } from "./list-options.ts";

const endpointState = ({ status, failingSince }: WebhookEndpoint) =>
  status === "enabled" && failingSince !== null
    ? `failing since ${formatTime(failingSince)}`
    : status;

const endpointColumns: readonly Column<WebhookEndpoint>[] = [
  { title: "NAME", text: ({ name }) => name },
  { title: "URL", text: ({ url }) => url },
  { title: "STATUS", text: endpointState },
  { title: "EVENTS", text: ({ eventTypes }) => String(eventTypes.length), isNumber: true },
  { title: "ID", text: ({ id }) => id, isNeverTruncated: true },
];

type Delivery = Awaited<ReturnType<Boreal["webhookEndpoints"]["deliveries"]>>["data"][number];
const deliveryColumns: readonly Column<Delivery>[] = [
  { title: "TIME", text: ({ createdAt }) => formatTime(createdAt) },
  { title: "TYPE", text: ({ type }) => type },
  { title: "STATUS", text: ({ status }) => status },
  { title: "ATTEMPTS", text: ({ attempts }) => String(attempts), isNumber: true },
  {
    title: "RESPONSE",
    text: ({ responseStatus, error }) =>
      [responseStatus === null ? "" : String(responseStatus), error ?? ""]
        .filter((text) => text !== "")
        .join(" ") || "-",
  },
  { title: "ID", text: ({ id }) => id, isNeverTruncated: true },
];

/** Finds an endpoint by its id or its name. */
async function findEndpoint(context: CommandContext, name: string): Promise<WebhookEndpoint> {
  const client = context.client();
  const path = { workspace: await context.workspace() };
  const found: WebhookEndpoint[] = [];
  for await (const endpoint of client.each(client.webhookEndpoints.list, { path, query: {} })) {
    if (endpoint.id === name) return endpoint;
    if (endpoint.name === name) found.push(endpoint);
  }
  const [only] = found;
  if (only === undefined)
    throw new CliError(
      "notFound",
      `No webhook "${name}" found`,
      "Run `boreal webhooks list` to see them",
    );
  if (found.length === 1) return only;
  throw new CliError(
    "usage",
    `More than one webhook is named "${name}"`,
    `Use the ID instead: ${found.map(({ id }) => id).join(", ")}`,
  );
}

export const webhookCommands: readonly Command[] = [
  {
    name: "webhooks list",
    description: "List webhooks",
    options: pageOptions,
    run: async (parsed, context) => {
      const path = { workspace: await context.workspace() };
      const { page, perPage } = listQuery(parsed);
      const { list } = context.client().webhookEndpoints;
      await printList(
        parsed,
        context,
        list,
        { path, query: { page, perPage } },
        { columns: endpointColumns, empty: "No webhooks" },
      );
    },
  },
  {
    name: "webhooks test",
    description: "Send a test event to a webhook",
    args: ["<webhook>"],
    run: async (parsed, context) => {
      const { id, name } = await findEndpoint(context, parsed.arg(0));
      const path = { workspace: await context.workspace(), webhookEndpoint: id };
      const delivery = await context.client().webhookEndpoints.test({ path });
      context.print(delivery, () => `Test event for ${name} is on its way: ${delivery.id}\n`);
    },
  },
  {
    name: "webhooks deliveries",
    description: "List the deliveries of a webhook of the last 30 days",
    args: ["<webhook>"],
    options: {
      status: { kind: "text", value: "list", description: "pending, succeeded, failed" },
      type: {
        kind: "text",
        value: "list",
        description: "Types of events, such as instance.active; separated by commas",
      },
      ...pageOptions,
    },
    run: async (parsed, context) => {
      const { id } = await findEndpoint(context, parsed.arg(0));
      const path = { workspace: await context.workspace(), webhookEndpoint: id };
      const { page, perPage } = listQuery(parsed);
      const query = { page, perPage, status: parsed.text("status"), type: parsed.text("type") };
      await printList(
        parsed,
        context,
        context.client().webhookEndpoints.deliveries,
        { path, query },
        { columns: deliveryColumns, empty: "No deliveries" },
      );
    },
  },
  {
    name: "webhooks delete",
    description: "Delete a webhook and its deliveries",
    args: ["<webhook>"],
    options: yesOption,
    run: async (parsed, context) => {
      const { id, name } = await findEndpoint(context, parsed.arg(0));
      await confirmByTypingName(parsed, context, {
        name,
        doing: "Deleting",
        verb: "delete",
        consequence: `Nothing is sent to ${name} anymore. Its deliveries are deleted too.`,
      });
      const path = { workspace: await context.workspace(), webhookEndpoint: id };
      await context.client().webhookEndpoints.remove({ path });
      context.print(null, () => `${name} deleted\n`);
    },
  },
];

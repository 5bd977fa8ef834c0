import type { Image, Product } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { formatRate } from "../format.ts";
import { findKey, resolveProjectId } from "../resolve-ids.ts";
import { assertStatus, followAll, readTimeout, waitOptions } from "../wait.ts";
import { instanceColumns } from "./instances.ts";

/** Finds a row by id, or by name ignoring case. */
export function findByIdOrName<Row extends { id: string; name: string }>(
  rows: readonly Row[],
  requested: string,
  kind: string,
): Row {
  const row = rows.find(
    ({ id, name }) => id === requested || name.toLowerCase() === requested.trim().toLowerCase(),
  );
  if (row !== undefined) return row;
  throw new CliError(
    "notFound",
    `No ${kind} named "${requested}" found`,
    `Run \`boreal ${kind}s list\` to see what's available`,
  );
}

interface SelectedKey {
  readonly id: string;
  /** Null if the key was passed as an id. */
  readonly type: string | null;
}

async function resolveKeys(parsed: ParsedArgs, context: CommandContext): Promise<SelectedKey[]> {
  const names = parsed.texts("key");
  if (names.length > 0) return Promise.all(names.map((name) => findKey(context, name)));
  const { client } = context;
  const path = { workspace: await context.workspace() };
  for await (const key of client().each(client().credentials.list, { path }))
    if (key.isDefault) return [key];
  throw new CliError(
    "usage",
    "No default SSH key is set",
    "Use --key, or add a key with `boreal keys add`",
  );
}

/** OpenSSH before 8.2 does not support keys on security keys. */
function warnAboutLockOut(
  image: Image,
  keys: readonly SelectedKey[],
  { printNote }: CommandContext,
): void {
  if (image.supportsSecurityKeys) return;
  if (keys.every(({ type }) => type?.startsWith("sk-") === true))
    printNote(
      `note: ${image.name} can't use security keys, so you won't be able to sign in. Add another --key`,
    );
}

const productField = ({ id, variant }: Product) =>
  variant === "bare_metal" ? { bareMetalProduct: id } : { virtualProduct: id };

async function createInstancesCommand(parsed: ParsedArgs, context: CommandContext): Promise<void> {
  const timeout = readTimeout(parsed.text("timeout"));
  const region = parsed.required("region");
  const requested = { product: parsed.required("product"), image: parsed.required("image") };
  const { catalogue, instances } = context.client();
  const [offer, keys] = await Promise.all([catalogue.offer(), resolveKeys(parsed, context)]);
  const product = findByIdOrName(offer.products, requested.product, "product");
  const image = findByIdOrName(offer.images, requested.image, "image");
  warnAboutLockOut(image, keys, context);
  const project = parsed.text("project");
  const hostname = [...parsed.args];
  const ordered = await instances.order({
    path: { workspace: await context.workspace() },
    body: {
      region,
      selectedInstanceVariant: product.variant,
      ...productField(product),
      operatingsystem: image.id,
      hostname,
      quantity: hostname.length,
      workspaceCredential: keys.map(({ id }) => id),
      ...(project !== undefined && { projectId: await resolveProjectId(context, project) }),
      // The price shown to the user. If it changed in the meantime, the order is rejected.
      priceSnapshotId: product.priceSnapshotId,
    },
  });
  const price = formatRate(product.rateMicrosPerHour);
  context.printNote(`${hostname.length} × ${product.name} in ${region}, ${price} per hour each`);
  const print = (result: typeof ordered) =>
    context.print(result, () => context.table(instanceColumns(context), result.instances));
  if (!parsed.flag("wait")) return print(ordered);
  // Print the ids now, in case waiting is interrupted.
  for (const { id, hostname: name } of ordered.instances) context.printNote(`${name} is ${id}`);
  const followed = await followAll(ordered.instances, timeout, context);
  print({ ...ordered, instances: followed.map(({ instance }) => instance) });
  for (const one of followed) assertStatus(one, "active");
}

export const createInstances: Command = {
  name: "instances create",
  description: "Create one or more instances with the same configuration",
  args: ["<hostname...>"],
  options: {
    region: { kind: "text", value: "handle", description: "Region (see `boreal regions list`)" },
    product: { kind: "text", value: "name", description: "Product (see `boreal products list`)" },
    image: {
      kind: "text",
      value: "name",
      description: "Operating system image (see `boreal images list`)",
    },
    key: {
      kind: "texts",
      value: "name",
      description: "SSH key to add (default: the workspace's default key)",
    },
    project: { kind: "text", value: "name", description: "Project to create it in" },
    ...waitOptions,
  },
  more: `Example:\n  boreal instances create web-1 --region lulea --product "4 vCPU" --image "Ubuntu 24.04 LTS" --wait`,
  run: createInstancesCommand,
};

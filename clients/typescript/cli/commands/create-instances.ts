import type { Image, Product } from "../../src/boreal.ts";
import type { Command, Given } from "../command.ts";
import type { Context } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { rate } from "../format.ts";
import { findKey, projectId } from "../resolve.ts";
import { demand, followAll, readTimeout, waitOptions } from "../wait.ts";
import { instanceColumns } from "./instances.ts";

/** By id, or by name as people write it. */
export function named<Row extends { id: string; name: string }>(
  rows: readonly Row[],
  wanted: string,
  kind: string,
): Row {
  const isIt = ({ id, name }: Row) =>
    id === wanted || name.toLowerCase() === wanted.trim().toLowerCase();
  const found = rows.find(isIt);
  if (found !== undefined) return found;
  throw new CliError(
    "notFound",
    `No ${kind} named "${wanted}" found`,
    `Run \`boreal ${kind}s list\` to see what's available`,
  );
}

interface ChosenKey {
  readonly id: string;
  /** Null where the token may not see it. */
  readonly type: string | null;
}

async function keysOf(given: Given, context: Context): Promise<ChosenKey[]> {
  const names = given.texts("key");
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

/** Keys that are kept on a security key do nothing on a system whose OpenSSH is older than 8.2. */
function noteOnLockOut(image: Image, keys: readonly ChosenKey[], { note }: Context): void {
  if (image.supportsSecurityKeys) return;
  if (keys.every(({ type }) => type?.startsWith("sk-") === true))
    note(`note: ${image.name} can't use security keys, so nobody can sign in; add one more --key`);
}

const productField = ({ id, variant }: Product) =>
  variant === "bare_metal" ? { bareMetalProduct: id } : { virtualProduct: id };

async function create(given: Given, context: Context): Promise<void> {
  const timeout = readTimeout(given.text("timeout"));
  const region = given.needed("region");
  const wanted = { product: given.needed("product"), image: given.needed("image") };
  const { catalogue, instances } = context.client();
  const [offer, keys] = await Promise.all([catalogue.offer(), keysOf(given, context)]);
  const product = named(offer.products, wanted.product, "product");
  const image = named(offer.images, wanted.image, "image");
  noteOnLockOut(image, keys, context);
  const project = given.text("project");
  const hostname = [...given.args];
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
      ...(project !== undefined && { projectId: await projectId(context, project) }),
      // Of the price just read: had it changed meanwhile, the order is refused.
      priceSnapshotId: product.priceSnapshotId,
    },
  });
  const price = rate(product.rateMicrosPerHour);
  context.note(`${hostname.length} × ${product.name} in ${region}, ${price} per hour each`);
  const print = (shown: typeof ordered) =>
    context.print(shown, () => context.table(instanceColumns(context), shown.instances));
  if (!given.flag("wait")) return print(ordered);
  // Known from now on, also where the waiting is interrupted.
  for (const { id, hostname: name } of ordered.instances) context.note(`${name} is ${id}`);
  const followed = await followAll(ordered.instances, timeout, context);
  print({ ...ordered, instances: followed.map(({ instance }) => instance) });
  for (const one of followed) demand(one, "active");
}

export const createInstances: Command = {
  name: "instances create",
  about: "Create one or more instances with the same configuration",
  args: ["<hostname...>"],
  options: {
    region: { kind: "text", value: "handle", about: "Region (see `boreal regions list`)" },
    product: { kind: "text", value: "name", about: "Product (see `boreal products list`)" },
    image: {
      kind: "text",
      value: "name",
      about: "Operating system image (see `boreal images list`)",
    },
    key: {
      kind: "texts",
      value: "name",
      about: "SSH key to add (default: the workspace's default key)",
    },
    project: { kind: "text", value: "name", about: "Project to create it in" },
    ...waitOptions,
  },
  more: `Example:\n  boreal instances create web-1 --region lulea --product "4 vCPU" --image "Ubuntu 24.04 LTS" --wait`,
  run: create,
};

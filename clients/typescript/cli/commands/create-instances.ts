import type { Product } from "../../src/boreal.ts";
import type { Command, Given } from "../command.ts";
import type { Context } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { rate } from "../format.ts";
import { keyId, projectId } from "../resolve.ts";
import { demand, follow, readTimeout, waitOptions } from "../wait.ts";
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
    `No ${kind} is called "${wanted}"`,
    `See \`boreal ${kind}s list\``,
  );
}

async function keysOf(given: Given, context: Context): Promise<string[]> {
  const names = given.texts("key");
  if (names.length > 0) return Promise.all(names.map((name) => keyId(context, name)));
  const { client } = context;
  const path = { workspace: await context.workspace() };
  for await (const key of client().each(client().credentials.list, { path }))
    if (key.isDefault) return [key.id];
  throw new CliError(
    "usage",
    "There is no default key",
    "Say --key, or add one: `boreal keys add`",
  );
}

const productField = ({ id, variant }: Product) =>
  variant === "bare_metal" ? { bareMetalProduct: id } : { virtualProduct: id };

async function create(given: Given, context: Context): Promise<void> {
  const timeout = readTimeout(given.text("timeout"));
  const region = given.needed("region");
  const wanted = { product: given.needed("product"), image: given.needed("image") };
  const { catalogue, instances } = context.client();
  const [offer, workspaceCredential] = await Promise.all([
    catalogue.offer(),
    keysOf(given, context),
  ]);
  const product = named(offer.products, wanted.product, "product");
  const image = named(offer.images, wanted.image, "image");
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
      workspaceCredential,
      ...(project !== undefined && { projectId: await projectId(context, project) }),
      // Of the price just read: had it changed meanwhile, the order is refused.
      priceSnapshotId: product.priceSnapshotId,
    },
  });
  const price = rate(product.rateMicrosPerHour);
  context.note(`${hostname.length} × ${product.name} in ${region}, ${price} an hour each`);
  const isWaiting = given.flag("wait");
  // All to their end, also where one fails.
  if (isWaiting)
    ordered.instances = await Promise.all(
      ordered.instances.map((one) => follow(one, timeout, context)),
    );
  context.print(ordered, () => context.table(instanceColumns(context), ordered.instances));
  if (isWaiting) for (const one of ordered.instances) demand(one, "active");
}

export const createInstances: Command = {
  name: "instances create",
  about: "Order one instance or more, alike but for their names",
  args: ["<hostname...>"],
  options: {
    region: { kind: "text", value: "handle", about: "Where; see `boreal regions list`" },
    product: { kind: "text", value: "name", about: "What; see `boreal products list`" },
    image: { kind: "text", value: "name", about: "Its system; see `boreal images list`" },
    key: {
      kind: "texts",
      value: "name",
      about: "SSH key that gets in; the default key unless said",
    },
    project: { kind: "text", value: "name", about: "Project it belongs to" },
    ...waitOptions,
  },
  more: `Example:\n  boreal instances create web-1 --region lulea --product "4 vCPU" --image "Ubuntu 24.04 LTS" --wait`,
  run: create,
};

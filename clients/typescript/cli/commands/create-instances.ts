import type { Image, Instance, OrderLine, Product } from "../../src/boreal.ts";
import type { Command, Option, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { formatRate } from "../format.ts";
import { readText } from "../read-text.ts";
import { findKey, resolveProjectId } from "../resolve-ids.ts";
import { assertStatus, followAll, readTimeout, waitOptions } from "../wait.ts";
import { instanceColumns } from "./instances.ts";

interface Offer {
  readonly products: readonly Product[];
  readonly images: readonly Image[];
}

interface Ordered {
  readonly orderId: string;
  readonly instances: readonly Instance[];
  readonly lines: readonly PlacedLine[];
}

interface PlacedLine {
  /** 0 for the product of the line, 1 for its first alternative. */
  readonly choice: number;
  readonly region: string;
  readonly product: { readonly name: string };
  readonly rateMicrosPerHour: number;
}

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

async function resolveKeys(
  names: readonly string[],
  context: CommandContext,
): Promise<SelectedKey[]> {
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

type Variant = Product["variant"];
const variants: readonly Variant[] = ["virtual_machine", "bare_metal"];

function readVariant(text: string | undefined): Variant | undefined {
  const variant = variants.find((known) => known === text);
  if (text === undefined || variant !== undefined) return variant;
  throw new CliError("usage", `Unknown variant "${text}"`, `Use ${variants.join(" or ")}`);
}

/** An order line as users write it: names instead of ids. */
export interface NamedLine {
  /** Undefined for either. */
  readonly variant?: Variant | undefined;
  readonly region: string;
  readonly product: string;
  readonly image: string;
  readonly hostnames: readonly string[];
  /** Empty for the workspace's default key. */
  readonly keys: readonly string[];
  readonly project: string | undefined;
  /** A cloud-init document in plain text. */
  readonly userData: string | undefined;
  /** What else would do, as `product@region`. */
  readonly alternatives: readonly string[];
  /** The highest price per hour of an instance, in dollars. */
  readonly atMost: string | undefined;
}

/** `4 vCPU@lulea` as ids; `source` is where the user wrote it. */
export function resolveChoice(text: string, source: string, products: readonly Product[]) {
  const at = text.lastIndexOf("@");
  if (at < 1)
    throw new CliError("usage", `${source} must be a product and a region: "4 vCPU@lulea"`);
  const product = findByIdOrName(products, text.slice(0, at), "product");
  return { region: text.slice(at + 1), product: product.id };
}

const microDigits = 6;

/** Dollars an hour with at most six decimals, in micro-dollars. */
export function readRate(text: string, source: string): number {
  const match = /^(\d{1,4})(?:\.(\d{1,6}))?$/.exec(text);
  if (match === null)
    throw new CliError("usage", `${source} must be an amount in dollars, such as 1.50`);
  const [, whole = "", fraction = ""] = match;
  return Number(`${whole}${fraction.padEnd(microDigits, "0")}`);
}

/** The line with ids and the current price; prints the price. */
export async function resolveLine(
  line: NamedLine,
  offer: Offer,
  context: CommandContext,
): Promise<OrderLine> {
  const { region, hostnames, project } = line;
  const products = offer.products.filter(
    ({ variant }) => line.variant === undefined || variant === line.variant,
  );
  const product = findByIdOrName(products, line.product, "product");
  const image = findByIdOrName(offer.images, line.image, "image");
  const keys = await resolveKeys(line.keys, context);
  warnAboutLockOut(image, keys, context);
  const alternatives = line.alternatives.map((text) =>
    resolveChoice(text, "An alternative", products),
  );
  const price = formatRate(product.rateMicrosPerHour);
  context.printNote(`${hostnames.length} × ${product.name} in ${region}, ${price} per hour each`);
  return {
    region,
    selectedInstanceVariant: product.variant,
    ...productField(product),
    operatingsystem: image.id,
    hostname: [...hostnames],
    quantity: hostnames.length,
    workspaceCredential: keys.map(({ id }) => id),
    ...(project !== undefined && { projectId: await resolveProjectId(context, project) }),
    ...(line.userData !== undefined && { userData: line.userData }),
    ...(alternatives.length > 0 && { alternatives }),
    ...(line.atMost !== undefined && {
      maxRateMicrosPerHour: readRate(line.atMost, "The highest price"),
    }),
    // The price shown to the user. If it changed in the meantime, the order is rejected.
    priceSnapshotId: product.priceSnapshotId,
  };
}

/** Prints the instances of an order; waits until they are active, unless `timeout` is null. */
export async function printOrdered(
  ordered: Ordered,
  timeout: ReturnType<typeof readTimeout> | null,
  context: CommandContext,
): Promise<void> {
  const print = (result: Ordered) =>
    context.print(result, () => context.table(instanceColumns(context), result.instances));
  for (const { choice, product, region, rateMicrosPerHour } of ordered.lines)
    if (choice > 0)
      context.printNote(
        `Took alternative ${choice}: ${product.name} in ${region}, ${formatRate(rateMicrosPerHour)} per hour each`,
      );
  if (timeout === null) return print(ordered);
  // Print the ids now, in case waiting is interrupted.
  for (const { id, hostname: name } of ordered.instances) context.printNote(`${name} is ${id}`);
  const followed = await followAll(ordered.instances, "active", timeout, context);
  print({ ...ordered, instances: followed.map(({ instance }) => instance) });
  for (const one of followed) assertStatus(one, "active");
}

/** The line that arguments and options describe. */
export async function readLine(
  parsed: ParsedArgs,
  { terminal }: CommandContext,
): Promise<NamedLine> {
  const file = parsed.text("user-data");
  return {
    variant: readVariant(parsed.text("variant")),
    region: parsed.required("region"),
    product: parsed.required("product"),
    image: parsed.required("image"),
    hostnames: parsed.args,
    keys: parsed.texts("key"),
    project: parsed.text("project"),
    alternatives: parsed.texts("else"),
    atMost: parsed.text("at-most"),
    userData:
      file === undefined
        ? undefined
        : file === "-"
          ? await terminal.readStdin()
          : await readText(file),
  };
}

async function createInstancesCommand(parsed: ParsedArgs, context: CommandContext): Promise<void> {
  const timeout = readTimeout(parsed.text("timeout"));
  const line = await readLine(parsed, context);
  const { catalogue, instances } = context.client();
  const body = await resolveLine(line, await catalogue.offer(), context);
  const ordered = await instances.order({ path: { workspace: await context.workspace() }, body });
  await printOrdered(ordered, parsed.flag("wait") ? timeout : null, context);
}

export const lineOptions = {
  region: { kind: "text", value: "handle", description: "Region (see `boreal regions list`)" },
  product: { kind: "text", value: "name", description: "Product (see `boreal products list`)" },
  variant: {
    kind: "text",
    value: "variant",
    description: "virtual_machine or bare_metal; the product must be of this variant",
  },
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
  "user-data": {
    kind: "text",
    value: "file",
    description: "cloud-init configuration or script for the first start (- for standard input)",
  },
} as const satisfies Record<string, Option>;

const alternativeOptions = {
  else: {
    kind: "texts",
    value: "product@region",
    description: "What to create if it's sold out, in order of preference (up to 3)",
  },
  "at-most": {
    kind: "text",
    value: "dollars",
    description: "Highest price per hour of an instance (default: the present price)",
  },
} as const satisfies Record<string, Option>;

export const createInstances: Command = {
  name: "instances create",
  description: "Create one or more instances with the same configuration",
  args: ["<hostname...>"],
  options: { ...lineOptions, ...alternativeOptions, ...waitOptions },
  more: `Example:\n  boreal instances create web-1 --region lulea --product "4 vCPU" --image "Ubuntu 24.04 LTS" --else "4 vCPU@kajaani" --wait`,
  run: createInstancesCommand,
};

/** `boreal orders create`: an order of several lines from a JSON file that uses names instead of ids. */
import type { OrderLine } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { readText } from "../read-text.ts";
import { readTimeout, waitOptions } from "../wait.ts";
import { printOrdered, resolveLine, type NamedLine } from "./create-instances.ts";

const textFields = ["region", "product", "image"] as const;
const lineFields: ReadonlySet<string> = new Set([
  ...textFields,
  "hostnames",
  "keys",
  "project",
  "userData",
  "alternatives",
  "atMost",
]);

function parseLines(json: string): NamedLine[] {
  let lines: unknown;
  try {
    lines = JSON.parse(json);
  } catch (error) {
    throw new CliError("usage", error instanceof Error ? error.message : String(error));
  }
  if (!Array.isArray(lines) || lines.length === 0)
    throw new CliError("usage", "The file must contain a list of lines", example);
  return lines.map((line: unknown, position) => parseLine(line, position + 1));
}

function parseLine(line: unknown, number: number): NamedLine {
  const reject = (what: string): never => {
    throw new CliError("usage", `Line ${number}: ${what}`, example);
  };
  if (typeof line !== "object" || line === null) return reject("not an object");
  const unknown = Object.keys(line).find((field) => !lineFields.has(field));
  if (unknown !== undefined) return reject(`"${unknown}" is an unknown field`);
  const value = (field: string): unknown => Reflect.get(line, field);
  const text = (field: string): string => {
    const found = value(field);
    return typeof found === "string" && found !== "" ? found : reject(`${field} must be a text`);
  };
  const texts = (field: string): string[] => {
    const found = value(field);
    return Array.isArray(found) && found.length > 0 && found.every((one) => typeof one === "string")
      ? found
      : reject(`${field} must be a list of texts`);
  };
  return {
    region: text("region"),
    product: text("product"),
    image: text("image"),
    hostnames: texts("hostnames"),
    keys: value("keys") === undefined ? [] : texts("keys"),
    project: value("project") === undefined ? undefined : text("project"),
    alternatives: value("alternatives") === undefined ? [] : texts("alternatives"),
    atMost: value("atMost") === undefined ? undefined : text("atMost"),
    userData: value("userData") === undefined ? undefined : text("userData"),
  };
}

async function createOrderCommand(parsed: ParsedArgs, context: CommandContext): Promise<void> {
  const timeout = readTimeout(parsed.text("timeout"));
  const file = parsed.arg(0);
  const requested = parseLines(
    file === "-" ? await context.terminal.readStdin() : await readText(file),
  );
  const { catalogue, instances } = context.client();
  const offer = await catalogue.offer();
  const lines: OrderLine[] = [];
  for (const line of requested) lines.push(await resolveLine(line, offer, context));
  const path = { workspace: await context.workspace() };
  const ordered = await instances.order({ path, body: { lines } });
  await printOrdered(ordered, parsed.flag("wait") ? timeout : null, context);
}

const example = `A line is { "region": "lulea", "product": "4 vCPU", "image": "Ubuntu 24.04 LTS", "hostnames": ["web-1"] }, with "keys" (a list of names), "project", "userData" (the text of a cloud-init document), "alternatives" (a list such as ["4 vCPU@kajaani"]) and "atMost" (dollars per hour, such as "1.50") if needed`;

export const createOrder: Command = {
  name: "orders create",
  description: "Create instances of different configurations in one order: all of them, or none",
  args: ["<file>"],
  options: waitOptions,
  more: `The file (- for standard input) is a JSON list of lines.\n${example}.`,
  run: createOrderCommand,
};

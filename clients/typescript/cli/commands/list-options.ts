/** Options and output of all list commands. */
import type { CallOptions, Page } from "../../src/boreal.ts";
import type { ParsedArgs, Option } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import type { Column } from "../table.ts";

export const listOptions = {
  search: {
    kind: "text",
    value: "term",
    mayBeEmpty: true,
    description: "Show only items that contain this text",
  },
  order: {
    kind: "text",
    value: "field",
    description: "Sort by a field (prefix with - for descending order)",
  },
  page: { kind: "text", value: "number", description: "Page number (default: 1)" },
  "per-page": {
    kind: "text",
    value: "rows",
    description: "Items per page, 1 to 100 (default: 100)",
  },
  all: { kind: "flag", description: "Fetch all pages, starting from --page" },
} as const satisfies Record<string, Option>;

/** Options of lists without a search and an order. */
export const pageOptions = {
  page: listOptions.page,
  "per-page": listOptions["per-page"],
  all: listOptions.all,
};

const digits = /^\d{1,5}$/;

function parseInteger(parsed: ParsedArgs, name: string, defaultValue: number): number {
  const text = parsed.text(name) ?? String(defaultValue);
  if (!digits.test(text)) throw new CliError("usage", `--${name} must be a whole number`);
  return Number(text);
}

export const listQuery = (parsed: ParsedArgs) => ({
  search: parsed.text("search"),
  orderBy: parsed.text("order"),
  page: parseInteger(parsed, "page", 1),
  perPage: parseInteger(parsed, "per-page", 100),
});

interface ListCommandOptions<Row> {
  readonly columns: readonly Column<Row>[];
  /** Printed if the list is empty. */
  readonly empty: string;
}

export async function printList<Row, Input extends { query?: object }>(
  parsed: ParsedArgs,
  context: CommandContext,
  list: (input: Input, options?: CallOptions) => Promise<Page<Row>>,
  input: Input,
  { columns, empty }: ListCommandOptions<Row>,
): Promise<void> {
  const response = await list(input);
  if (parsed.flag("all")) {
    while (response.meta.next !== null) {
      const query = { ...input.query, page: response.meta.page + 1, after: response.meta.next };
      const { data, meta } = await list({ ...input, query });
      response.data.push(...data);
      response.meta = meta;
    }
  }
  const { data, meta } = response;
  context.print(response, () => (data.length === 0 ? "" : context.table(columns, data)));
  if (parsed.flag("json")) return;
  if (data.length === 0) context.printNote(meta.page > 1 ? "This page doesn't exist" : empty);
  else if (meta.next !== null)
    context.printNote(
      `Page ${meta.page} of ${meta.lastPage}: use --page ${meta.page + 1} or --all to see more`,
    );
}

/** The value of an option that is one of a few words; undefined if it is not given. */
export function choiceOf<const W extends readonly string[]>(
  parsed: ParsedArgs,
  name: string,
  words: W,
): W[number] | undefined {
  const text = parsed.text(name);
  if (text === undefined) return undefined;
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new CliError("usage", `--${name} must be ${words.join(", ")}`);
  return word;
}

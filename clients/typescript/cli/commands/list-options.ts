/** What all lists have: pages, and all of them with `--all`. */
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

const digits = /^\d{1,5}$/;

function parseInteger(given: ParsedArgs, name: string, usual: number): number {
  const text = given.text(name) ?? String(usual);
  if (!digits.test(text)) throw new CliError("usage", `--${name} must be a whole number`);
  return Number(text);
}

export const listQuery = (given: ParsedArgs) => ({
  search: given.text("search"),
  orderBy: given.text("order"),
  page: parseInteger(given, "page", 1),
  perPage: parseInteger(given, "per-page", 100),
});

interface ListCommandOptions<Row> {
  readonly columns: readonly Column<Row>[];
  /** Said where there are none. */
  readonly empty: string;
}

export async function printList<Row, Input extends { query?: object }>(
  given: ParsedArgs,
  context: CommandContext,
  list: (input: Input, options?: CallOptions) => Promise<Page<Row>>,
  input: Input,
  { columns, empty }: ListCommandOptions<Row>,
): Promise<void> {
  const answer = await list(input);
  if (given.flag("all")) {
    while (answer.meta.next !== null) {
      const query = { ...input.query, page: answer.meta.page + 1, after: answer.meta.next };
      const { data, meta } = await list({ ...input, query });
      answer.data.push(...data);
      answer.meta = meta;
    }
  }
  const { data, meta } = answer;
  context.print(answer, () => (data.length === 0 ? "" : context.table(columns, data)));
  if (given.flag("json")) return;
  if (data.length === 0) context.printNote(meta.page > 1 ? "This page doesn't exist" : empty);
  else if (meta.next !== null)
    context.printNote(
      `Page ${meta.page} of ${meta.lastPage}: use --page ${meta.page + 1} or --all to see more`,
    );
}

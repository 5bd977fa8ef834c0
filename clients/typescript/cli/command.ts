/** What a command is, and what was given to it. */
import { parseArgs } from "node:util";
import type { CommandContext } from "./context.ts";
import { CliError } from "./exit-codes.ts";

export interface Option {
  /** `flag` is there or not, `text` has a value, `texts` may be given several times. */
  readonly kind: "flag" | "text" | "texts";
  readonly description: string;
  /** How the value is called in the help. */
  readonly value?: string;
  /** An empty value means something; elsewhere it is a script's variable that was never set. */
  readonly mayBeEmpty?: true;
}

export interface Command {
  /** As it is typed: `instances list`. */
  readonly name: string;
  readonly description: string;
  /** `<needed>`, `[not needed]`, and `<several...>` as the last. */
  readonly args?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** Further lines of the help. */
  readonly more?: string;
  readonly run: (given: ParsedArgs, context: CommandContext) => Promise<void>;
}

export const globalOptions: Readonly<Record<string, Option>> = {
  json: { kind: "flag", description: "Print the API response as JSON" },
  workspace: {
    kind: "text",
    value: "handle",
    description: "Workspace to use (default: the token's workspace)",
  },
  help: { kind: "flag", description: "Show help" },
};

const noValue: readonly string[] = [];

export class ParsedArgs {
  readonly #values: Readonly<Record<string, readonly string[]>>;
  readonly args: readonly string[];

  constructor(values: Readonly<Record<string, readonly string[]>>, args: readonly string[]) {
    this.#values = values;
    this.args = args;
  }

  flag(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  texts(name: string): readonly string[] {
    return this.#values[name] ?? noValue;
  }

  text(name: string): string | undefined {
    return this.texts(name).at(-1);
  }

  /** One that the command cannot do without. */
  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new CliError("usage", `--${name} is required`);
    return value;
  }

  arg(position: number): string {
    return this.args[position] ?? "";
  }
}

/** Reads what follows the command's name; what does not fit is said before anything is done. */
export function parseCommandArgs(command: Command, argv: readonly string[]): ParsedArgs {
  const options = { ...command.options, ...globalOptions };
  const { values, positionals } = parse(options, argv);
  if (values["help"] === undefined) {
    assertArgCount(command, positionals);
    checkEmpty(command, positionals, values);
  }
  return new ParsedArgs(values, positionals);
}

function parse(options: Readonly<Record<string, Option>>, argv: readonly string[]) {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { kind }]) => [
      name,
      {
        type: kind === "flag" ? ("boolean" as const) : ("string" as const),
        multiple: true as const,
        ...(name === "help" && { short: "h" }),
      },
    ]),
  );
  try {
    const parsed = parseArgs({ args: [...argv], options: config, allowPositionals: true });
    const values = Object.fromEntries(
      Object.entries(parsed.values).map(([name, all]) => [name, [all].flat().map(String)]),
    );
    return { values, positionals: parsed.positionals };
  } catch (error) {
    throw new CliError("usage", error instanceof Error ? error.message : String(error));
  }
}

function assertArgCount({ args = [] }: Command, given: readonly string[]): void {
  const missing = args.find((arg, at) => arg.startsWith("<") && (given[at] ?? "").trim() === "");
  if (missing !== undefined) throw new CliError("usage", `${missing} is required`);
  const takesMore = args.at(-1)?.includes("...") === true;
  const [tooMuch] = takesMore ? [] : given.slice(args.length);
  if (tooMuch !== undefined) throw new CliError("usage", `"${tooMuch}" is an unexpected argument`);
}

const isEmpty = (text: string | undefined) => text?.trim() === "";

/** An empty argument must never stand for "the first one there is". */
function checkEmpty(
  { args = [], options = {} }: Command,
  given: readonly string[],
  values: Readonly<Record<string, readonly string[]>>,
): void {
  const empty = given.findIndex(isEmpty);
  if (empty >= 0) throw new CliError("usage", `${args[empty] ?? args.at(-1) ?? ""} is empty`);
  const known: Readonly<Record<string, Option>> = { ...options, ...globalOptions };
  for (const [name, texts] of Object.entries(values))
    if (known[name]?.mayBeEmpty !== true && texts.some(isEmpty))
      throw new CliError("usage", `--${name} is empty`);
}

/** The definition of a command, and its parsed arguments. */
import { parseArgs } from "node:util";
import type { CommandContext } from "./context.ts";
import { CliError } from "./exit-codes.ts";

export interface Option {
  /** `flag` has no value, `text` has one, `texts` may be repeated. */
  readonly kind: "flag" | "text" | "texts";
  readonly description: string;
  /** Name of the value in the help. */
  readonly value?: string;
  /** Accepts an empty value. For all other options it is an error, usually an unset variable in a script. */
  readonly mayBeEmpty?: true;
}

export interface Command {
  /** As the user types it: `instances list`. */
  readonly name: string;
  readonly description: string;
  /** `<required>`, `[optional]`, and `<repeated...>` in the last position. */
  readonly args?: readonly string[];
  readonly options?: Readonly<Record<string, Option>>;
  /** Additional text of the help. */
  readonly more?: string;
  readonly run: (parsed: ParsedArgs, context: CommandContext) => Promise<void>;
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

  /** Value of a required option; throws a usage error if it is missing. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new CliError("usage", `--${name} is required`);
    return value;
  }

  arg(position: number): string {
    return this.args[position] ?? "";
  }
}

/** Parses the arguments after the command's name. Throws a usage error before the command runs. */
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

function assertArgCount({ args = [] }: Command, positionals: readonly string[]): void {
  const missing = args.find(
    (arg, index) => arg.startsWith("<") && (positionals[index] ?? "").trim() === "",
  );
  if (missing !== undefined) throw new CliError("usage", `${missing} is required`);
  const isRepeated = args.at(-1)?.includes("...") === true;
  const [unexpected] = isRepeated ? [] : positionals.slice(args.length);
  if (unexpected !== undefined)
    throw new CliError("usage", `"${unexpected}" is an unexpected argument`);
}

const isEmpty = (text: string | undefined) => text?.trim() === "";

/** Rejects empty arguments: an empty name could match any object. */
function checkEmpty(
  { args = [], options = {} }: Command,
  positionals: readonly string[],
  values: Readonly<Record<string, readonly string[]>>,
): void {
  const empty = positionals.findIndex(isEmpty);
  if (empty >= 0) throw new CliError("usage", `${args[empty] ?? args.at(-1) ?? ""} is empty`);
  const known: Readonly<Record<string, Option>> = { ...options, ...globalOptions };
  for (const [name, texts] of Object.entries(values))
    if (known[name]?.mayBeEmpty !== true && texts.some(isEmpty))
      throw new CliError("usage", `--${name} is empty`);
}

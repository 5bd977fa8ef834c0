/** The output of `--help`. */
import { type Command, globalOptions, type Option } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";
import { renderDetails } from "./table.ts";

const indented = (text: string) => text.replace(/^(?=.)/gm, "  ");

const optionLine = ([name, { kind, value = "text", description }]: [string, Option]) =>
  [
    `--${name}${kind === "flag" ? "" : ` <${value}>`}`,
    kind === "texts" ? `${description} (can be used multiple times)` : description,
  ] as const;

export function commandHelp({ name, description, args = [], options = {}, more }: Command): string {
  const own = Object.entries(options).map(optionLine);
  const usage = ["boreal", name, ...args, "[options]"].join(" ");
  return [
    `${description}\n`,
    `Usage:\n  ${usage}\n`,
    ...(more === undefined ? [] : [`${more}\n`]),
    `Options:\n${indented(renderDetails([...own, ...Object.entries(globalOptions).map(optionLine)]))}`,
  ].join("\n");
}

const commandList = (commands: readonly Command[]): string =>
  `Commands:\n${indented(
    renderDetails(
      commands.map(
        ({ name, args = [], description }) => [[name, ...args].join(" "), description] as const,
      ),
    ),
  )}`;
const more = "`boreal <command> --help` shows help for a command.\n";

/** Help for the commands of one resource. */
export const groupHelp = (commands: readonly Command[]): string =>
  [commandList(commands), more].join("\n");

export function overallHelp(commands: readonly Command[]): string {
  const codes = Object.entries(exitCodes).map(
    ([exitReason, code]) =>
      `${code} ${exitReason.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
  );
  return [
    "Create and manage Boreal instances from the terminal\n",
    "Usage:\n  boreal <command> [options]\n",
    commandList(commands),
    more,
    `BOREAL_URL, BOREAL_TOKEN and BOREAL_WORKSPACE can be used instead of signing in.`,
    `Exit codes: ${codes.join(", ")}\n`,
  ].join("\n");
}

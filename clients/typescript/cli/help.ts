/** What `--help` prints. */
import { type Command, everywhere, type Option } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";
import { factsText } from "./table.ts";

const indented = (text: string) => text.replace(/^(?=.)/gm, "  ");

const optionLine = ([name, { kind, value = "text", about }]: [string, Option]) =>
  [
    `--${name}${kind === "flag" ? "" : ` <${value}>`}`,
    kind === "texts" ? `${about} (can be used multiple times)` : about,
  ] as const;

export function commandHelp({ name, about, args = [], options = {}, more }: Command): string {
  const own = Object.entries(options).map(optionLine);
  const usage = ["boreal", name, ...args, "[options]"].join(" ");
  return [
    `${about}\n`,
    `Usage:\n  ${usage}\n`,
    ...(more === undefined ? [] : [`${more}\n`]),
    `Options:\n${indented(factsText([...own, ...Object.entries(everywhere).map(optionLine)]))}`,
  ].join("\n");
}

const listOf = (commands: readonly Command[]): string =>
  `Commands:\n${indented(
    factsText(
      commands.map(({ name, args = [], about }) => [[name, ...args].join(" "), about] as const),
    ),
  )}`;
const more = "`boreal <command> --help` shows help for a command.\n";

/** Of the commands of one noun. */
export const groupHelp = (commands: readonly Command[]): string =>
  [listOf(commands), more].join("\n");

export function overallHelp(commands: readonly Command[]): string {
  const codes = Object.entries(exitCodes).map(
    ([ending, code]) =>
      `${code} ${ending.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
  );
  return [
    "Create and manage Boreal instances from the terminal\n",
    "Usage:\n  boreal <command> [options]\n",
    listOf(commands),
    more,
    `BOREAL_URL, BOREAL_TOKEN and BOREAL_WORKSPACE can be used instead of signing in.`,
    `Exit codes: ${codes.join(", ")}\n`,
  ].join("\n");
}

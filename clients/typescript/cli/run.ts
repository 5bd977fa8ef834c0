/** Runs a command line and returns its exit code. */
import { BorealError } from "../src/boreal.ts";
import { type Command, ParsedArgs, parseCommandArgs } from "./command.ts";
import { commands, consoleOnlyCommands } from "./commands.ts";
import { createContext } from "./context.ts";
import { CliError, exitReasonFor, exitCodes } from "./exit-codes.ts";
import { commandHelp, groupHelp, overallHelp } from "./help.ts";
import { escapeUnprintable } from "./safe-text.ts";
import type { Terminal } from "./terminal.ts";

export async function run(
  argv: readonly string[],
  terminal: Terminal,
  version: string,
): Promise<number> {
  try {
    await dispatch(argv, terminal, version);
    return exitCodes.ok;
  } catch (error) {
    terminal.err(formatError(error));
    return exitCodes[exitReasonFor(error)];
  }
}

async function dispatch(
  argv: readonly string[],
  terminal: Terminal,
  version: string,
): Promise<void> {
  const [first, second] = argv;
  if (first === undefined || isHelpFlag(first)) return terminal.out(overallHelp(commands));
  if (first === "--version") return terminal.out(`${version}\n`);
  if (first === "help") return terminal.out(helpFor(argv.slice(1)));
  if (second !== undefined && isHelpFlag(second)) return terminal.out(helpFor([first]));
  const command = findCommand(argv);
  const parsed = parseCommandArgs(command, argv.slice(command.name.split(" ").length));
  if (parsed.flag("help")) return terminal.out(commandHelp(command));
  await command.run(parsed, createContextFromArgs(terminal, parsed));
}

const createContextFromArgs = (terminal: Terminal, parsed: ParsedArgs) =>
  createContext(terminal, { json: parsed.flag("json"), workspace: parsed.text("workspace") });

const isHelpFlag = (arg: string): boolean => ["--help", "-h"].includes(arg);

/** Help for all commands, for a resource, or for one command: `boreal help instances list`. */
function helpFor(args: readonly string[]): string {
  const [first] = args;
  if (first === undefined) return overallHelp(commands);
  const related = commands.filter(({ name }) => name.startsWith(`${first} `));
  return related.length > 0 && args.length === 1
    ? groupHelp(related)
    : commandHelp(findCommand(args));
}

function findCommand(argv: readonly string[]): Command {
  const requested = argv.slice(0, 2).join(" ");
  const command = commands.find(({ name }) => name === requested || name === argv[0]);
  if (command !== undefined) return command;
  if (consoleOnlyCommands.has(requested))
    throw new CliError(
      "noPermission",
      "This can't be done with an access token",
      "Use the console instead",
    );
  if (argv[0]?.startsWith("-") === true)
    throw new CliError(
      "usage",
      `"${argv[0]}" must come after the command`,
      "Put options after the command: `boreal projects list --json`",
    );
  const related = commands.filter(({ name }) => name.split(" ")[0] === argv[0]);
  const names = related.map(({ name }) => `boreal ${name}`);
  throw new CliError(
    "usage",
    related.length > 0 ? `\`${argv[0]}\` needs a subcommand` : `Unknown command: ${requested}`,
    related.length > 0 ? names.join(", ") : "Run `boreal --help` to see all commands",
  );
}

/** Formats an error. Control characters from other users' input cannot break the lines. */
function formatError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const lines = [`error: ${message}`];
  if (error instanceof CliError && error.hint !== null) lines.push(`  ${error.hint}`);
  if (error instanceof BorealError) lines.push(...errorDetails(error));
  return lines.map((line) => `${escapeUnprintable(line)}\n`).join("");
}

function errorDetails({
  fields,
  permission,
  code,
  reason,
  requestId,
  status,
}: BorealError): string[] {
  const fieldErrors = Object.entries(fields).flatMap(([field, problems]) =>
    problems.map(({ message, code: fieldCode, existing }) => {
      const conflict = existing === undefined ? "" : `: ${existing.name}, ${existing.id}`;
      return `  ${field}: ${message} (${fieldCode})${conflict}`;
    }),
  );
  return [
    ...fieldErrors,
    ...(permission === null
      ? []
      : [`  Missing permission: ${permission} (not in the token's scopes or its creator's role)`]),
    ...(status === 401
      ? ["  The token is invalid, expired, or revoked, or isn't allowed from this IP address"]
      : []),
    `  Error code: ${code}${reason === null ? "" : ` (${reason})`}${requestId === null ? "" : `, request ID: ${requestId}`}`,
  ];
}

/** `instances console-log`: the last lines of the serial console. */
import type { Command } from "../command.ts";
import { CliError } from "../exit-codes.ts";
import { resolveInstanceId } from "../resolve-ids.ts";
import { escapeUnprintable } from "../safe-text.ts";

const maxLines = 1_000;

function readLines(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const lines = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (lines < 1 || lines > maxLines)
    throw new CliError("usage", `--lines must be a number from 1 to ${maxLines}`);
  return String(lines);
}

const expandTabs = (line: string) => line.replaceAll("\t", "    ");

export const consoleLog: Command = {
  name: "instances console-log",
  description: "Show the last lines that an instance wrote to its serial console",
  args: ["<instance>"],
  options: {
    lines: { kind: "text", value: "number", description: "Number of lines, up to 1000 (200)" },
  },
  run: async (parsed, context) => {
    const lines = readLines(parsed.text("lines"));
    const instance = await resolveInstanceId(context, parsed.arg(0));
    const response = await context.client().instanceConsole.log({
      path: { workspace: await context.workspace(), instance },
      query: { lines },
    });
    context.print(response, () =>
      response.lines.map((line) => `${escapeUnprintable(expandTabs(line))}\n`).join(""),
    );
  },
};

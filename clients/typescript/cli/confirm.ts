/** Confirmation of irreversible commands: the user types the name, or a script passes `--yes`. */
import type { ParsedArgs, Option } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { CliError } from "./exit-codes.ts";

export const yesOption = {
  yes: { kind: "flag", description: "Skip the confirmation prompt" },
} as const satisfies Readonly<Record<string, Option>>;

interface DestructivePrompt {
  readonly name: string;
  /** Both forms of the verb: `Deleting`, `delete`. */
  readonly doing: string;
  readonly verb: string;
  readonly consequence: string;
}

export async function confirmByTypingName(
  parsed: ParsedArgs,
  { terminal, printNote }: CommandContext,
  { name, doing, verb, consequence }: DestructivePrompt,
): Promise<void> {
  if (parsed.flag("yes")) return;
  if (!terminal.canAsk)
    throw new CliError("usage", `${doing} ${name} requires --yes when no terminal is attached`);
  printNote(consequence);
  const input = await terminal.ask(`Type the name to ${verb} it: `);
  if (input.trim() !== name)
    throw new CliError("rejected", "The name doesn't match. Nothing was changed.");
}

/** Before what cannot be taken back: its name is typed, or `--yes` said by a program. */
import type { ParsedArgs, Option } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { CliError } from "./exit-codes.ts";

export const yesOption = {
  yes: { kind: "flag", description: "Skip the confirmation prompt" },
} as const satisfies Readonly<Record<string, Option>>;

interface DestructivePrompt {
  readonly name: string;
  /** As a heading says it and as a question does: `Deleting`, `delete`. */
  readonly doing: string;
  readonly verb: string;
  readonly consequence: string;
}

export async function confirmByTypingName(
  given: ParsedArgs,
  { terminal, printNote }: CommandContext,
  { name, doing, verb, consequence }: DestructivePrompt,
): Promise<void> {
  if (given.flag("yes")) return;
  if (!terminal.canAsk)
    throw new CliError("usage", `${doing} ${name} requires --yes when no terminal is attached`);
  printNote(consequence);
  const typed = await terminal.ask(`Type the name to ${verb} it: `);
  if (typed.trim() !== name)
    throw new CliError("rejected", "The name doesn't match. Nothing was changed.");
}

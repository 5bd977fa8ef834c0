/** Before what cannot be taken back: its name is typed, or `--yes` said by a program. */
import type { Given, Option } from "./command.ts";
import type { Context } from "./context.ts";
import { CliError } from "./exit-codes.ts";

export const yesOption = { yes: { kind: "flag", about: "Do not ask" } } as const satisfies Readonly<
  Record<string, Option>
>;

interface Ending {
  readonly name: string;
  /** As a heading says it and as a question does: `Deleting`, `delete`. */
  readonly doing: string;
  readonly verb: string;
  readonly consequence: string;
}

export async function confirmName(
  given: Given,
  { terminal, note }: Context,
  { name, doing, verb, consequence }: Ending,
): Promise<void> {
  if (given.flag("yes")) return;
  if (!terminal.canAsk)
    throw new CliError("usage", `${doing} ${name} needs --yes where nobody can be asked`);
  note(consequence);
  const typed = await terminal.ask(`Type its name to ${verb} it: `);
  if (typed.trim() !== name)
    throw new CliError("refused", "That is not its name; nothing was done");
}

/** Splits the typed text into an action verb and a search term. */
import type { InstanceAction } from "#contracts/instance-states.ts";
import type { IconName } from "../../ui/icons.tsx";

export interface Verb {
  readonly action: InstanceAction;
  readonly label: string;
  /** Label with the instance's name. */
  readonly of: (name: string) => string;
  /** The phrases that name the action. */
  readonly says: readonly string[];
  readonly icon: IconName;
  /** Command and options of the CLI. */
  readonly cli: { readonly command: string; readonly options?: string };
}

export interface ParsedCommand {
  readonly verb: Verb | null;
  /** The search term. */
  readonly term: string;
}

/** Removes the verb from the typed text, if a term is left. */
export function parseCommand(typed: string, verbs: readonly Verb[]): ParsedCommand {
  const text = typed.trim().replace(/\s+/g, " ");
  const lower = text.toLowerCase();
  const said = verbs
    .flatMap((verb) => verb.says.map((phrase) => ({ verb, phrase })))
    .sort((one, other) => other.phrase.length - one.phrase.length);
  for (const { verb, phrase } of said) {
    if (lower.startsWith(`${phrase} `)) return { verb, term: text.slice(phrase.length + 1) };
    if (lower.endsWith(` ${phrase}`)) return { verb, term: text.slice(0, -phrase.length - 1) };
  }
  return { verb: null, term: text };
}

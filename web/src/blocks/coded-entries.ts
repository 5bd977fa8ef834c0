import { useLingui } from "@lingui/react/macro";
import { holdsSecrets } from "../lib/secret-calls.ts";
import type { MenuAction, MenuEntry } from "../ui/menu.tsx";
import type { Requested } from "./code/requested.ts";
import { type CodedAction, showCode } from "./code/shown-code.ts";

/** An entry of a menu that makes a request, at once or behind a question. */
export interface ActionEntry extends MenuAction {
  readonly code?: Requested;
}

export type CodedEntry = Exclude<MenuEntry, MenuAction> | ActionEntry;

const codedOf = (entry: CodedEntry): readonly CodedAction[] => {
  if (!("code" in entry) || entry.code === undefined || holdsSecrets(entry.code)) return [];
  const { label, code, reason } = entry;
  return [{ label, code, reason }];
};

/**
 * At the foot of a menu: the requests of its actions as code. `beside` are actions that stand as
 * buttons around it.
 */
export function useCodedEntries(): (
  entries: readonly CodedEntry[],
  beside?: readonly ActionEntry[],
) => readonly MenuEntry[] {
  const { t } = useLingui();
  return (entries, beside = []) => {
    const actions = [...beside, ...entries].flatMap(codedOf);
    if (actions.length === 0) return entries;
    return [
      ...entries,
      { kind: "rule" },
      { label: t`Show as code`, icon: "code", onSelect: () => showCode(actions) },
    ];
  };
}

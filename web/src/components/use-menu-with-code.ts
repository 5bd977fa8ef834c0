import { useLingui } from "@lingui/react/macro";
import { isSensitiveRequest } from "../lib/api/sensitive-endpoints.ts";
import type { MenuAction, MenuEntry } from "../ui/menu.tsx";
import type { RequestPreview } from "./code-samples/request-preview.ts";
import { type ActionCode, openCodeDialog } from "./code-samples/code-dialog-store.ts";

/** A menu entry that makes a request, at once or after a confirmation. */
export interface ActionMenuEntry extends MenuAction {
  readonly code?: RequestPreview;
}

export type MenuEntryWithCode = Exclude<MenuEntry, MenuAction> | ActionMenuEntry;

const actionCodes = (entry: MenuEntryWithCode): readonly ActionCode[] => {
  if (!("code" in entry) || entry.code === undefined || isSensitiveRequest(entry.code)) return [];
  const { label, code, reason } = entry;
  return [{ label, code, reason }];
};

/**
 * Adds an entry at the end of a menu that shows the requests of its actions as code samples. `beside` are actions
 * with buttons next to the menu.
 */
export function useMenuWithCode(): (
  entries: readonly MenuEntryWithCode[],
  beside?: readonly ActionMenuEntry[],
) => readonly MenuEntry[] {
  const { t } = useLingui();
  return (entries, beside = []) => {
    const actions = [...beside, ...entries].flatMap(actionCodes);
    if (actions.length === 0) return entries;
    return [
      ...entries,
      { kind: "rule" },
      { label: t`Show as code`, icon: "code", onSelect: () => openCodeDialog(actions) },
    ];
  };
}

import { useLingui } from "@lingui/react/macro";
import { isSensitiveRequest } from "../lib/api/sensitive-endpoints.ts";
import type { MenuAction, MenuEntry } from "../ui/menu.tsx";
import type { RequestPreview } from "./code-samples/request-preview.ts";
import { type ActionCode, openCodeDialog } from "./code-samples/code-dialog-store.ts";

/** An entry of a menu that makes a request, at once or behind a question. */
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
 * At the foot of a menu: the requests of its actions as code. `beside` are actions that stand as
 * buttons around it.
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

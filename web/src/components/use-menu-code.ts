import type { MenuAction, MenuEntry } from "../ui/menu.tsx";
import { type CodeAction, usePageCode } from "./code-samples/page-code.ts";
import { completePreview, type RequestPreview } from "./code-samples/request-preview.ts";

/** A menu entry that makes a request, at once or after a confirmation. */
export interface ActionMenuEntry extends MenuAction {
  readonly code?: RequestPreview;
}

export type MenuEntryWithCode = Exclude<MenuEntry, MenuAction> | ActionMenuEntry;

/** The requests of the entries that make one. */
export const codeOfEntries = (entries: readonly MenuEntryWithCode[]): readonly CodeAction[] =>
  entries.flatMap((entry) => {
    if (!("code" in entry) || entry.code === undefined) return [];
    const { label, code, reason } = entry;
    return [{ label, preview: completePreview(code), reason }];
  });

/** Registers the requests of the page's menu and of the buttons beside it. */
export const useMenuCode = (entries: () => readonly MenuEntryWithCode[]): void =>
  usePageCode("action", () => [{ item: null, actions: codeOfEntries(entries()) }]);

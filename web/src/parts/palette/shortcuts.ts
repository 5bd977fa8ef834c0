/** Keys that are pressed alone: one table, run from here and shown by the help. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Self, WorkspaceRole } from "#contracts/auth.ts";
import { showPalette } from "../../shell/palette-shown.ts";
import { letterOf, type Navigate, pagesOf, placeOf } from "./pages.ts";

interface Shortcut {
  readonly key: string;
  readonly label: MessageDescriptor;
  readonly run: () => void;
}

const search = "main input[type=search]";
/** The one action a page is there for; of a page too small for it at the top, at the lower edge. */
const primary = "main [data-primary] :is(a, button:not([type=submit]))";

const isSeen = (element: HTMLElement): boolean => element.checkVisibility();

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>(search);
  field?.focus();
  field?.select();
}

/** What may not be done now takes the focus instead, and so says why. */
function pressPrimary(): void {
  const element = [...document.querySelectorAll<HTMLElement>(primary)].find(isSeen);
  element?.focus();
  element?.click();
}

export const shortcuts: readonly Shortcut[] = [
  { key: "?", label: msg`Show keyboard shortcuts`, run: () => showPalette("shortcuts") },
  { key: "/", label: msg`Go to the search field`, run: focusSearch },
  { key: "c", label: msg`Create (on list pages)`, run: pressPrimary },
];

export const leader = "g";
const leaderHoldsMilliseconds = 2_000;
let ledAt = Number.NEGATIVE_INFINITY;

interface Press {
  readonly key: string;
  /** When it was pressed, in the time of events. */
  readonly at: number;
  readonly self: Self;
  readonly role: WorkspaceRole | null;
  readonly navigate: Navigate;
}

export function press({ key, at, self, role, navigate }: Press): void {
  const isLed = at - ledAt <= leaderHoldsMilliseconds;
  ledAt = key === leader && !isLed ? at : Number.NEGATIVE_INFINITY;
  if (isLed) {
    const page = pagesOf(self, placeOf(self, role)).find(({ to }) => letterOf(to) === key);
    void page?.open(navigate);
  } else {
    shortcuts.find((shortcut) => shortcut.key === key)?.run();
  }
}

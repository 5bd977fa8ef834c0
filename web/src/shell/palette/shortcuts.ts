/** Single-key shortcuts: one table that runs them and fills the help. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { SessionInfo, WorkspaceRole } from "#contracts/auth.ts";
import { setPaletteView } from "./palette-store.ts";
import { goToKey, type Navigate, visiblePages, effectiveWorkspace } from "./palette-pages.ts";

interface Shortcut {
  readonly key: string;
  readonly label: MessageDescriptor;
  readonly run: () => void;
}

const searchSelector = "main input[type=search]";
/** The primary action of a page: in the header, or in the bottom bar on small screens. */
const primaryActionSelector = "main [data-primary] :is(a, button:not([type=submit]))";

const isVisible = (element: HTMLElement): boolean => element.checkVisibility();

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>(searchSelector);
  field?.focus();
  field?.select();
}

/** A disabled action gets the focus instead of a click, which shows its reason. */
function clickPrimaryAction(): void {
  const element = [...document.querySelectorAll<HTMLElement>(primaryActionSelector)].find(
    isVisible,
  );
  element?.focus();
  element?.click();
}

export const shortcuts: readonly Shortcut[] = [
  { key: "?", label: msg`Show keyboard shortcuts`, run: () => setPaletteView("shortcuts") },
  { key: "/", label: msg`Go to the search field`, run: focusSearch },
  { key: "c", label: msg`Create (on list pages)`, run: clickPrimaryAction },
];

export const leader = "g";
const leaderTimeoutMilliseconds = 2_000;
let leaderPressedAt = Number.NEGATIVE_INFINITY;

interface KeyPress {
  readonly key: string;
  /** Time of the key press, as event timestamp. */
  readonly at: number;
  readonly self: SessionInfo;
  readonly role: WorkspaceRole | null;
  readonly navigate: Navigate;
}

export function handleKeyPress({ key, at, self, role, navigate }: KeyPress): void {
  const isLed = at - leaderPressedAt <= leaderTimeoutMilliseconds;
  leaderPressedAt = key === leader && !isLed ? at : Number.NEGATIVE_INFINITY;
  if (isLed) {
    const page = visiblePages(self, effectiveWorkspace(self, role)).find(
      ({ to }) => goToKey(to) === key,
    );
    void page?.open(navigate);
  } else {
    shortcuts.find((shortcut) => shortcut.key === key)?.run();
  }
}

/** Detects keyboard shortcuts: the one with a modifier, and single keys outside of text inputs. */

import { serverPage } from "./page-scope.ts";

export const isApple = (): boolean => serverPage()?.isApple ?? /Mac|iP/.test(navigator.platform);

/** Label of the palette's shortcut. */
export const paletteShortcut = (): readonly string[] => (isApple() ? ["⌘", "K"] : ["Ctrl", "K"]);

/** Ctrl K, or Command K on a Mac, where Ctrl K deletes the rest of a line. */
export const isPaletteShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "k" &&
  (isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !isComposing(event);

/** Whether an input method is composing a character. Some browsers report its last key only by the key code. */
export const isComposing = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- some browsers report it only here
  event.isComposing || event.keyCode === 229;

/** Elements that take text, or that use letter keys themselves. */
const textInputSelector =
  "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=menu], [role=listbox]";

/** Whether the event is a single printable key outside of inputs, without a modifier. */
export const isSingleKeyShortcut = (event: KeyboardEvent): boolean =>
  event.key.length === 1 &&
  event.key !== " " &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.repeat &&
  !event.defaultPrevented &&
  !isComposing(event) &&
  !(event.target instanceof Element && event.target.closest(textInputSelector) !== null);

export const isDialogOpen = (): boolean =>
  document.querySelector("[role=dialog], [role=alertdialog]") !== null;

const offKey = "single-keys";

/** Users of speech input, or who press keys by accident, can turn single-key shortcuts off. */
export const areSingleKeyShortcutsEnabled = (): boolean => localStorage.getItem(offKey) !== "off";

export function setSingleKeyShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(offKey);
  else localStorage.setItem(offKey, "off");
}

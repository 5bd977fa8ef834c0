/** Which presses of keys are commands: the one with a modifier, and single letters where nobody types. */

export const isApple = /Mac|iP/.test(navigator.platform);

/** How the palette's key is written. */
export const paletteShortcut: readonly string[] = isApple ? ["⌘", "K"] : ["Ctrl", "K"];

/** Ctrl K, or Command K on a Mac, where Ctrl K deletes the rest of a line. */
export const isPaletteShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "k" &&
  (isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !isComposing(event);

/** An input method is still putting a character together; of its last key some browsers tell that by the number alone. */
export const isComposing = (event: KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else says it there
  event.isComposing || event.keyCode === 229;

/** What is typed into, and what has a use of its own for letters. */
const textInputSelector =
  "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=menu], [role=listbox]";

/** A letter or sign by itself, pressed where it can only be meant as a command. */
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

/** Whoever speaks to their computer, or presses keys by accident, can do without them. */
export const areSingleKeyShortcutsEnabled = (): boolean => localStorage.getItem(offKey) !== "off";

export function setSingleKeyShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(offKey);
  else localStorage.setItem(offKey, "off");
}

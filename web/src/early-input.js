/**
 * Keeps what a user does while the console's code is still loading: the server has rendered the page, but its buttons,
 * fields and shortcuts do nothing yet. Everything is repeated in order once the page is interactive. Links work without
 * code.
 */
const root = document.getElementById("root");

/** Whether the page depends on a value in its history entry, which the server does not know. The router has keys too. */
const hasOwnState = Object.keys(history.state ?? {}).some(
  (name) => name !== "key" && !name.startsWith("__"),
);

if (root?.dataset.rendered !== undefined && hasOwnState) {
  // The console renders it.
  delete root.dataset.rendered;
  root.replaceChildren();
} else if (root?.dataset.rendered !== undefined) {
  const repeats = [];
  const texts = new Map();
  const textFields = "input:not([type=checkbox], [type=radio]), textarea";

  const keepClick = (event) => {
    const target = event.target instanceof Element ? event.target.closest("button, input") : null;
    // A text field only needs its focus.
    if (target === null || target.matches(textFields)) return;
    event.preventDefault();
    event.stopPropagation();
    repeats.push(() => target.isConnected && target.click());
  };
  const keepText = ({ target }) => texts.set(target, target.value);
  const keepKey = (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (!(target instanceof Element) || target.matches(textFields)) return;
    // Keys of an input method; see isComposing in web/src/lib/browser/keyboard.ts.
    if (event.isComposing || event.keyCode === 229) return;
    const isPalette = key.toLowerCase() === "k" && (ctrlKey || metaKey);
    const isSingle = key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
    if (!isPalette && !isSingle) return;
    // Browsers search with these.
    if (isPalette || key === "/") event.preventDefault();
    const init = { key, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true };
    repeats.push(() => target.dispatchEvent(new KeyboardEvent("keydown", init)));
  };

  const kept = { click: keepClick, input: keepText, keydown: keepKey };
  for (const [name, keep] of Object.entries(kept))
    document.addEventListener(name, keep, { capture: true });
  /** What was typed before this script, or filled by a password manager or by Back without an event. */
  const keepFilled = () => {
    for (const field of root.querySelectorAll("input, textarea")) {
      if (field.matches(textFields)) {
        if (field.value !== field.defaultValue) texts.set(field, field.value);
      } else if (field.checked !== field.defaultChecked) {
        const { checked } = field;
        field.checked = field.defaultChecked;
        // The page may have checked it itself, from what it has stored.
        repeats.unshift(() => field.isConnected && field.checked !== checked && field.click());
      }
    }
  };
  root.addEventListener("boreal:hydrating", keepFilled, { once: true });
  const repeat = () => {
    for (const [name, keep] of Object.entries(kept))
      document.removeEventListener(name, keep, { capture: true });
    for (const [input, text] of texts) {
      // React ignores an event after which the value is the one it knows.
      input.value = input.defaultValue;
      const type = input instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
      Object.getOwnPropertyDescriptor(type.prototype, "value")?.set?.call(input, text);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    // Each waits until React has rendered what came before, so that a form is sent with its values.
    const repeatNext = () => {
      repeats.shift()?.();
      if (repeats.length > 0) setTimeout(repeatNext);
    };
    setTimeout(repeatNext);
  };
  root.addEventListener("boreal:interactive", repeat, { once: true });
}

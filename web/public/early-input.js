/**
 * Keeps what a user does while the console's code is still loading: the server has rendered the page, but its buttons
 * and fields do nothing yet. Clicks and typed text are repeated once the page is interactive. Links work without code.
 */
const root = document.getElementById("root");

if (root?.dataset.rendered !== undefined) {
  const clicked = [];
  const typed = new Map();
  const keepClick = (event) => {
    const target = event.target instanceof Element ? event.target.closest("button, input") : null;
    // A text field only needs its focus.
    if (target === null || target.matches("input:not([type=checkbox], [type=radio])")) return;
    event.preventDefault();
    event.stopPropagation();
    clicked.push(target);
  };
  const keepText = ({ target }) => typed.set(target, target.value);
  root.addEventListener("click", keepClick, { capture: true });
  root.addEventListener("input", keepText, { capture: true });
  const valueOf = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  root.addEventListener(
    "boreal:interactive",
    () => {
      root.removeEventListener("click", keepClick, { capture: true });
      root.removeEventListener("input", keepText, { capture: true });
      for (const [input, text] of typed) {
        // React ignores an event after which the value is the one it knows.
        input.value = input.defaultValue;
        valueOf?.set?.call(input, text);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
      for (const target of clicked) if (target.isConnected) target.click();
    },
    { once: true },
  );
}

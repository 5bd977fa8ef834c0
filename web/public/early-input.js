/**
 * Keeps what a user does while the console's code is still loading: the server has rendered the page, but its buttons
 * do nothing yet. Clicks are repeated in order once the page is interactive. Links work without code.
 */
const root = document.getElementById("root");

if (root?.dataset.rendered !== undefined) {
  const clicked = [];
  const keep = (event) => {
    const target =
      event.target instanceof Element ? event.target.closest("button, input, label") : null;
    if (target === null || !event.isTrusted) return;
    // A text field only needs its focus.
    if (target.matches("input:not([type=checkbox], [type=radio])")) return;
    event.preventDefault();
    event.stopPropagation();
    clicked.push(target);
  };
  document.addEventListener("click", keep, { capture: true });
  root.addEventListener(
    "boreal:interactive",
    () => {
      document.removeEventListener("click", keep, { capture: true });
      for (const target of clicked) if (target.isConnected) target.click();
    },
    { once: true },
  );
}

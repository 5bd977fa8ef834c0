/**
 * Keeps the page alive when a browser translates it. Translation moves text nodes into `<font>` elements, or
 * replaces them by such elements. React then updates or removes nodes that are no longer where it put them:
 * `removeChild` throws, and the page is lost. See docs/decisions/0016-browser-translation.md.
 */

/** The `<font>` element that replaced a text node. */
const replacements = new WeakMap<Node, HTMLElement>();

/** The child of `parent` that contains `node` or replaced it; null when there is none. */
function standIn(parent: Node, node: Node): Node | null {
  const start = replacements.get(node) ?? node;
  for (let each: Node | null = start; each !== null; each = each.parentNode)
    if (each.parentNode === parent) return each;
  return null;
}

const isFont = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.localName === "font";

/** A changed text is shown in the console's language until the browser translates it too. */
const texts = new MutationObserver((records) => {
  for (const { target } of records) {
    const font = replacements.get(target);
    if (font === undefined) continue;
    replacements.delete(target);
    if (font.isConnected && !target.isConnected) font.replaceWith(target);
  }
});

const structure = new MutationObserver((records) => {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const removed of removedNodes) {
      if (!(removed instanceof Text) || removed.isConnected) continue;
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
      if (font === undefined) continue;
      replacements.set(removed, font);
      texts.observe(removed, { characterData: true });
    }
  }
});

/** Call once, before React renders. */
export function surviveTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) {
      removeChild.call(this, child);
      return child;
    }
    const place = standIn(this, child);
    if (place !== null) removeChild.call(this, place);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    // The browser also accepts undefined, which uPlot passes for "at the end".
    reference: Node | null | undefined,
  ): T {
    const place = reference == null ? null : standIn(this, reference);
    insertBefore.call(this, node, place);
    return node;
  };
  structure.observe(document.documentElement, { childList: true, subtree: true });
}

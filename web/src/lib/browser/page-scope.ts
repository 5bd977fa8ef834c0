/**
 * State of one page. In a browser a document is a page. The server renders the first view of many pages at once, each
 * with its own state: nothing that a page shows may be kept in a variable of a module.
 */

/** What the server renders a page from. */
export interface ServerPage {
  /** The `Cookie` header, without the cookies that scripts cannot read. */
  readonly cookies: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the browser runs on macOS or iOS, whose shortcuts differ. */
  readonly isApple: boolean;
}

/** Thrown by a component that depends on what the browser has stored, such as an unsent form: it has no first view. */
export class BrowserOnlyError extends Error {}

let currentServerPage: () => ServerPage | null = () => null;

/** Called once by the server's entry. The function throws outside of a rendering. */
export function setServerPageSource(source: () => ServerPage): void {
  currentServerPage = source;
}

/** The page that the server renders; null in a browser. */
export const serverPage = (): ServerPage | null => currentServerPage();

/** Creates a value once for each page. */
export function perPage<T>(create: () => T): () => T {
  const values = new WeakMap<object, { readonly value: T }>();
  const browser = {};
  return () => {
    const page = serverPage() ?? browser;
    const known = values.get(page);
    if (known !== undefined) return known.value;
    const value = create();
    values.set(page, { value });
    return value;
  };
}

/** What the server's rendering showed, so that the first render of the browser equals it. */
export interface FirstView {
  /** Time of the rendering, in milliseconds since 1970. */
  readonly now: number;
  readonly title: string;
}

let firstView: FirstView | null = null;

/** Called before the browser takes over the server's rendering. */
export function setFirstView(view: FirstView): void {
  firstView = view;
}

/** Null if the server has not rendered this page. */
export const getFirstView = (): FirstView | null => firstView;

const renderedRoot = () => document.querySelector<HTMLElement>("#root[data-rendered]");

/** Called before the browser takes over the server's rendering: early-input.js reads what the fields contain. */
export function markHydrating(): void {
  renderedRoot()?.dispatchEvent(new Event("boreal:hydrating"));
}

/** Called once the browser has taken over the server's rendering: early-input.js repeats what came too early. */
export function markInteractive(): void {
  const root = renderedRoot();
  delete root?.dataset["rendered"];
  root?.dispatchEvent(new Event("boreal:interactive"));
}

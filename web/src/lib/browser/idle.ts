/** Runs work that can wait until the browser has nothing else to do. */

/** Delay in browsers without `requestIdleCallback`. */
const fallbackDelayMs = 200;

/** Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(run, fallbackDelayMs);
  return () => clearTimeout(handle);
}

/** Chrome's estimate of the connection. */
interface Connection {
  readonly saveData?: unknown;
  readonly effectiveType?: unknown;
}

const readConnection = (): Connection => {
  const connection: unknown = Reflect.get(navigator, "connection");
  return typeof connection === "object" && connection !== null ? connection : {};
};

/** On a slow or metered connection, code is loaded when it is needed and not in advance. */
function mayLoadAhead(): boolean {
  const { saveData, effectiveType } = readConnection();
  return saveData !== true && (typeof effectiveType !== "string" || effectiveType === "4g");
}

/** Loads code in advance once the page has loaded and is idle. A failure is repeated when the code is needed. */
export function loadAhead(load: () => Promise<unknown>): () => void {
  if (!mayLoadAhead()) return () => undefined;
  const start = () => {
    cancel = whenIdle(() => void load().catch(() => undefined));
  };
  let cancel = () => window.removeEventListener("load", start);
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
  return () => cancel();
}

/** Lets the browser paint and handle input before the caller continues. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

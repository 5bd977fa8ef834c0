/** Requests that the server sends to itself while it answers a page, of which only the page is counted. */
import { AsyncLocalStorage } from "node:async_hooks";

const storage = new AsyncLocalStorage<true>();

/** Runs a function whose requests are already counted against the rate limit. */
export const runCounted = <T>(run: () => T): T => storage.run(true, run);

/** Whether the request belongs to a page that was counted. No header can claim this. */
export const isCounted = (): boolean => storage.getStore() === true;

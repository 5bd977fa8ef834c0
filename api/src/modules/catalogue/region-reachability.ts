/** Whether a region's provider answers. Orders are rejected while it does not. */
export { markUnreachable, markReachable } from "./store.ts";

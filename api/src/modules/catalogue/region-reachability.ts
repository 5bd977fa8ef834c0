/** Marks a region reachable or unreachable. Orders are rejected while its provider is unavailable. */
export { markUnreachable, markReachable } from "./store.ts";
export { type Circuit, readCircuit } from "./region-circuit-store.ts";

/** Marks a region reachable or unreachable. Orders are rejected while its provider is unavailable. */
export {
  type Circuit,
  markReachable,
  markUnreachable,
  readCircuit,
} from "./region-circuit-store.ts";

/** Instance results of the workspace search. */
export { searchInstances } from "./search-store.ts";

/** Instances for the search across a workspace. */
export { searchInstances } from "./search-store.ts";

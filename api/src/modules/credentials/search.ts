/** Credential results of the workspace search. */
export { searchCredentials } from "./store.ts";

/** SSH keys for the search across a workspace. */
export { searchCredentials } from "./store.ts";

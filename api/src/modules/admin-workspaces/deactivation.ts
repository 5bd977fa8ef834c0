/** Deactivating a workspace, for staff and for its owner. It runs as boreal_system. */
export { deactivate, lockWorkspace } from "./deactivation-store.ts";

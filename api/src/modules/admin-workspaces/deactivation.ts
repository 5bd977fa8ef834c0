/** Deactivating and reactivating a workspace, for staff and for its owner. It runs as boreal_system. */
export { deactivate, lockWorkspace, reactivate } from "./deactivation-store.ts";

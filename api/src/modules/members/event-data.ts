/** A membership as the API shows the member, also after it has ended. It runs as boreal_system. */
export { findMembership } from "./membership-data-store.ts";

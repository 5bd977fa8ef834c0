/** Activity queries for other modules. */
export { type RecentActivityRow, listRecentActivity } from "./store.ts";

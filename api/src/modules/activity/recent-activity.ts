/** Activity queries for other modules. */
export { staffRoleName, type RecentActivityRow, listRecentActivity } from "./store.ts";

/** Activity for the pages and lists of other modules. */
export { staffRoleName, type RecentActivityRow, listRecentActivity } from "./store.ts";

/** Iterates over activity page by page, also over a user's whole activity for their data copy. */
import { Activity } from "#contracts/activity-entry.ts";
import type { Tx } from "../../core/db/db.ts";
import { iterateList } from "../../core/db/iterate-list.ts";
import type { ListQuery } from "../../core/db/list.ts";
import { listOwnActivities, setListedUser } from "./store.ts";

/** Yields pages, newest first, up to `limit` entries. */
export const iterateActivities = (
  tx: Tx,
  toListQuery: (page: ListQuery["page"]) => ListQuery,
  limit: number,
): AsyncGenerator<Activity[]> => iterateList(tx, Activity, toListQuery, limit);

/** Returns the activity as the user sees it. */
export async function listAllOwnActivities(tx: Tx, userId: string): Promise<Activity[]> {
  // The list query reads the user from the context.
  await setListedUser(tx, userId);
  const entries: Activity[] = [];
  for await (const page of iterateActivities(tx, listOwnActivities, Number.POSITIVE_INFINITY))
    entries.push(...page);
  return entries;
}

/** Iterates over activity page by page, also over a user's whole activity for their data copy. */
import { z } from "zod";
import { Activity } from "#contracts/activity-entry.ts";
import type { Tx } from "../../core/db/db.ts";
import {
  toListResponse,
  type ListQuery,
  type ListResult,
  buildListQuery,
} from "../../core/db/list.ts";
import { forceCustomPlans, listOwnActivities, setListedUser } from "./store.ts";

const perPage = 1000;
const ActivityPage = z.object({
  data: z.array(Activity),
  meta: z.object({ next: z.string().nullable() }),
});

/** Yields pages, newest first, up to `limit` entries. */
export async function* iterateActivities(
  tx: Tx,
  toListQuery: (page: ListQuery["page"]) => ListQuery,
  limit: number,
): AsyncGenerator<Activity[]> {
  let after: string | undefined;
  let remaining = limit;
  do {
    const list = toListQuery({ page: 1, perPage: Math.min(perPage, remaining), after });
    if (list.forceCustomPlan === true) await forceCustomPlans(tx);
    const response = toListResponse(list, await tx.one<ListResult>(buildListQuery(list)));
    const { data, meta } = ActivityPage.parse(JSON.parse(response));
    yield data;
    remaining -= data.length;
    after = meta.next ?? undefined;
  } while (after !== undefined && remaining > 0);
}

/** Returns the activity as the user sees it. */
export async function listAllOwnActivities(tx: Tx, userId: string): Promise<Activity[]> {
  // The list query reads the user from the context.
  await setListedUser(tx, userId);
  const entries: Activity[] = [];
  for await (const page of iterateActivities(tx, listOwnActivities, Number.POSITIVE_INFINITY))
    entries.push(...page);
  return entries;
}

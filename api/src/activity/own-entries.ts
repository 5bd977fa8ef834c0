/** Everything a person's own list holds, for their copy of it. */
import { z } from "zod";
import { Activity } from "#contracts/activity.ts";
import { sql, type Tx } from "../core/db.ts";
import { listAnswer, type ListRow, listSql } from "../core/list.ts";
import { listOwn } from "./store.ts";

const perPage = 1000;
const Answer = z.object({
  data: z.array(Activity),
  meta: z.object({ next: z.string().nullable() }),
});

/** As the person sees it, newest first. */
export async function ownEntries(tx: Tx, userId: string): Promise<Activity[]> {
  // The list is of whoever the context names.
  await tx.run(sql`SELECT set_config('app.user_id', ${userId}, true)`);
  const entries: Activity[] = [];
  let after: string | undefined;
  do {
    const list = listOwn({ page: 1, perPage, after });
    const answer = listAnswer(list, await tx.one<ListRow>(listSql(list)));
    const { data, meta } = Answer.parse(JSON.parse(answer));
    entries.push(...data);
    after = meta.next ?? undefined;
  } while (after !== undefined);
  return entries;
}

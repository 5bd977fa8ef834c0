/** Reads a list to its end, page by page, in one transaction. */
import { z } from "zod";
import { sql, type Tx } from "./db.ts";
import { type ListQuery, readListResponse } from "./list.ts";

const rowsPerQuery = 1000;

/** Yields the pages of a list in its order, up to `limit` rows. Only one page is in memory. */
export async function* iterateList<Row extends z.ZodType>(
  tx: Tx,
  row: Row,
  toListQuery: (page: ListQuery["page"]) => ListQuery,
  limit: number,
): AsyncGenerator<z.output<Row>[]> {
  const ListPage = z.object({
    data: z.array(row),
    meta: z.object({ next: z.string().nullable() }),
  });
  let after: string | undefined;
  let remaining = limit;
  do {
    const list = toListQuery({ page: 1, perPage: Math.min(rowsPerQuery, remaining), after });
    if (list.forceCustomPlan === true)
      await tx.execute(sql`SET LOCAL plan_cache_mode = force_custom_plan`);
    const { data, meta } = ListPage.parse(JSON.parse(await readListResponse(tx, list)));
    yield data;
    remaining -= data.length;
    after = meta.next ?? undefined;
  } while (after !== undefined && remaining > 0);
}

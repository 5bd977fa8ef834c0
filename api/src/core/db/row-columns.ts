/** Rows of a list as columns, which the server turns into JSON. */
import type { Sql, Tx } from "./db.ts";

/**
 * Rows that the server turns into JSON. PostgreSQL sends the columns of each row, and once per page what the rows refer
 * to; it needs more time to join and to build a JSON object of many fields for each row.
 */
export interface RowColumns {
  readonly columns: Sql;
  /** A JSON value about all rows of the page; finds them in the query `page`, whose column `base` is the row. */
  readonly references: Sql;
  readonly read: (tx: Tx, query: Sql) => Promise<PageOfItems>;
}

/** What a list statement returns about its page. */
export interface PageBounds {
  readonly total: number;
  /** Cursors of the first and the last row. */
  readonly first: string | null;
  readonly last: string | null;
  readonly more: boolean;
}
type PageOfItems = PageBounds & { readonly items: readonly unknown[] };

/** One row also has the values of the page. A page without rows has only these: the cursor is null. */
type ListTuple<Row extends readonly unknown[], References> = readonly [
  total: number | null,
  more: boolean | null,
  references: References,
  place: number | null,
  cursor: string | null,
  ...row: Row,
];

/** The caller declares the types of a row and of the references, which must match the SQL. */
export const rowColumns = <Row extends readonly unknown[], References>(
  columns: Sql,
  references: Sql,
  toItem: (row: Row, references: References) => unknown,
): RowColumns => ({
  columns,
  references,
  read: async (tx, query) => {
    const listed = await tx.tuples<ListTuple<Row, References>>(query);
    const [total, more, all] = listed.find(([value]) => value !== null) ?? [];
    const items: unknown[] = [];
    const cursors: string[] = [];
    for (const [, , , , cursor, ...row] of listed) {
      if (cursor === null || all === undefined) continue;
      cursors.push(cursor);
      items.push(toItem(row, all));
    }
    const [first = null, last = null] = [cursors[0], cursors.at(-1)];
    return { items, total: total ?? 0, first, last, more: more ?? false };
  },
});

/**
 * Lists, once: total order, keyset for the next and the previous page, totals that do not count
 * millions, every extra of a row in the same query, and rows as JSON that PostgreSQL has built.
 */
import type { PageMeta } from "#contracts/kit.ts";
import { empty, isDatabaseError, join, raw, type Sql, sql } from "./db.ts";
import { refuseField } from "./errors.ts";
import { isId } from "./keys.ts";

export interface Sort {
  /** Column of the base table, and its type for the cursor. Never null. */
  readonly column: Sql;
  readonly type: "timestamptz" | "text" | "bigint" | "inet";
}

export interface ListQuery {
  /** Table and alias, such as sql`instance i`. The alias has an id column. */
  readonly from: Sql;
  readonly alias: string;
  readonly where: readonly Sql[];
  /**
   * Conditions of which a row meets exactly one, each with an index in the list's order: a page of an
   * OR would collect and sort every row there is.
   */
  readonly oneOf?: readonly Sql[];
  readonly sort: Sort;
  readonly descending: boolean;
  /** JSON object of one row, given the alias; may use what `extras` joins. */
  readonly row: Sql;
  /** Joins added to the page's rows only: LEFT JOIN LATERAL and the like. */
  readonly extras?: Sql;
  /** What is searched for decides which index serves: a plan kept for every term would read everything for most. */
  readonly isPlannedAnew?: boolean;
  /** An expression for the exact total; without it rows are counted, up to `countCap`. */
  readonly total?: Sql;
  readonly page: {
    page: number;
    perPage: number;
    after?: string | undefined;
    before?: string | undefined;
  };
}

export interface ListRow {
  /** JSON text of the page's rows. */
  data: string;
  total: number;
  capped: boolean;
  first: string | null;
  last: string | null;
  more: boolean;
}

/** Where counting stops when nothing keeps a counter; one more than this is "more than". */
export const countCap = 1000;

/** The one statement of a list. Its own columns begin with list_, so that no table has one of the name. */
export function listSql(list: ListQuery): Sql {
  const { page, perPage, after, before } = list.page;
  const id = raw(`${list.alias}.id`);
  const alias = raw(list.alias);
  const type = raw(list.sort.type);
  const backwards = before !== undefined;
  const descending = list.descending !== backwards;
  const direction = raw(descending ? "DESC" : "ASC");
  const cursor = readCursor(backwards ? before : after, backwards ? "before" : "after");
  const keyset =
    cursor === null
      ? empty
      : sql` AND (${list.sort.column}, ${id}) ${raw(descending ? "<" : ">")} (${cursor[0]}::${type}, ${cursor[1]}::uuid)`;
  const offset = cursor === null ? (page - 1) * perPage : 0;
  // Written out, not passed: a plan that PostgreSQL keeps has to know that only a page of rows is wanted.
  const rows = raw(String(perPage));
  const found = (part: Sql) => sql`
      SELECT ${alias} AS base, ${list.sort.column} AS list_key, ${id} AS list_id
        FROM ${list.from} WHERE ${join([part, ...list.where], " AND ")}${keyset}
       ORDER BY ${list.sort.column} ${direction}, ${id} ${direction}`;
  const rowsAndOneMore = raw(String(perPage + 1));
  const counted = list.total === undefined;
  const total = list.total ?? countSql(list);
  return sql`
    WITH page AS MATERIALIZED (${
      list.oneOf === undefined
        ? found(sql`true`)
        : sql`${join(
            list.oneOf.map(
              (part) =>
                sql`(${found(part)} LIMIT ${rowsAndOneMore}${offset === 0 ? empty : sql` + ${offset}::int`})`,
            ),
            " UNION ALL ",
          )} ORDER BY list_key ${direction}, list_id ${direction}`
    } LIMIT ${rowsAndOneMore}${offset === 0 ? empty : sql` OFFSET ${offset}`}
    ), numbered AS (
      SELECT *, row_number() OVER (ORDER BY list_key ${direction}, list_id ${direction}) AS list_place FROM page
    ), shown AS (
      SELECT list_place, list_key::text || ' ' || list_id AS cursor, ${list.row} AS item
        FROM (SELECT (base).*, list_key, list_id, list_place FROM numbered WHERE list_place <= ${rows}) ${alias} ${list.extras ?? empty}
    )
    SELECT coalesce(json_agg(item ORDER BY list_place ${raw(backwards ? "DESC" : "ASC")})::text, '[]') AS data,
           ${total}::bigint AS total, ${raw(String(counted))} AS capped,
           (array_agg(cursor ORDER BY list_place ${raw(backwards ? "DESC" : "ASC")}))[1] AS first,
           (array_agg(cursor ORDER BY list_place ${raw(backwards ? "ASC" : "DESC")}))[1] AS last,
           (SELECT count(*) > ${rows} FROM page) AS more
      FROM shown`;
}

/** Counts no further than it has to. */
function countSql(list: ListQuery): Sql {
  const limit = raw(String(countCap + 1));
  const some = (part: Sql) =>
    sql`SELECT FROM ${list.from} WHERE ${join([part, ...list.where], " AND ")} LIMIT ${limit}`;
  const parts = (list.oneOf ?? [sql`true`]).map((part) => sql`(${some(part)})`);
  return sql`(SELECT count(*) FROM (SELECT FROM (${join(parts, " UNION ALL ")}) parts LIMIT ${limit}) counted)`;
}

/** The answer as text: rows pass through as PostgreSQL wrote them. */
export function listAnswer(list: ListQuery, row: ListRow): string {
  const { page, perPage, after, before } = list.page;
  const totalIsExact = !row.capped || row.total <= countCap;
  const lastPage = Math.max(1, Math.ceil(row.total / perPage));
  const hasNext = before === undefined ? row.more : true;
  const hasPrevious = before === undefined ? page > 1 || after !== undefined : row.more;
  const meta: PageMeta = {
    page,
    perPage,
    total: totalIsExact ? row.total : countCap,
    totalIsExact,
    lastPage: totalIsExact ? lastPage : Math.ceil(countCap / perPage),
    next: hasNext && row.last !== null ? writeCursor(row.last) : null,
    previous: hasPrevious && row.first !== null ? writeCursor(row.first) : null,
  };
  return `{"data":${row.data},"meta":${JSON.stringify(meta)}}`;
}

const writeCursor = (text: string) => Buffer.from(text).toString("base64url");

type CursorField = "after" | "before";
const notACursor = (field: CursorField) => refuseField(field, "format", "Invalid cursor");

function readCursor(
  text: string | undefined,
  field: CursorField,
): [key: string, id: string] | null {
  if (text === undefined) return null;
  const plain = Buffer.from(text, "base64url").toString("utf8");
  const at = plain.lastIndexOf(" ");
  const id = plain.slice(at + 1);
  if (at < 0 || !isId(id) || plain.includes("\0")) throw notACursor(field);
  return [plain.slice(0, at), id];
}

/** Only PostgreSQL can tell whether a cursor's key is a value of the sort's type. */
export function asCursorFault(error: unknown, list: ListQuery): unknown {
  const { after, before } = list.page;
  const unreadable = ["22007", "22008", "22009", "22003", "22023", "22P02"].some((state) =>
    isDatabaseError(error, state),
  );
  if (!unreadable || (after === undefined && before === undefined)) return error;
  return notACursor(before === undefined ? "after" : "before");
}

/** Which sort an `orderBy` word asks for; the allow-list is the contract's. */
export function sortOf<F extends string>(
  asked: string | undefined,
  sorts: Readonly<Record<F, Sort>>,
  fallback: { field: F; descending: boolean },
): { sort: Sort; descending: boolean } {
  const field = asked?.replace(/^-/, "");
  const known = Object.keys(sorts).find(
    (name): name is F & string => name === field && name in sorts,
  );
  return known === undefined
    ? { sort: sorts[fallback.field], descending: fallback.descending }
    : { sort: sorts[known], descending: asked?.startsWith("-") === true };
}

/** A term as a pattern in which `%`, `_` and `\` stand for themselves. */
export const containing = (term: string): string => `%${beginning(term)}`;
export const beginning = (term: string): string => `${term.replace(/[\\%_]/g, "\\$&")}%`;

/** ISO 8601 in UTC as the answers have it, from a timestamptz. */
export const isoTime = (column: string): Sql =>
  raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

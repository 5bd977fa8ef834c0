/**
 * Lists, once: total order, keyset for the next and the previous page, totals that do not count
 * millions, every extra of a row in the same query, and rows as JSON that PostgreSQL has built.
 */
import type { PageMeta } from "#contracts/endpoint.ts";
import { empty, isDatabaseError, join, raw, type Sql, sql } from "./db.ts";
import { fieldError } from "../http/problem-error.ts";
import { isUuid } from "../lib/crypto.ts";

export interface SortColumn {
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
  readonly unionBranches?: readonly Sql[];
  readonly sort: SortColumn;
  readonly descending: boolean;
  /** JSON object of one row, given the alias; may use what `extras` joins. */
  readonly rowJson: Sql;
  /** Joins added to the page's rows only: LEFT JOIN LATERAL and the like. */
  readonly joins?: Sql;
  /** What is searched for decides which index serves: a plan kept for every term would read everything for most. */
  readonly forceCustomPlan?: boolean;
  /** An expression for the exact total; without it rows are counted, up to `countCap`. */
  readonly total?: Sql;
  readonly page: {
    page: number;
    perPage: number;
    after?: string | undefined;
    before?: string | undefined;
  };
}

export interface ListResult {
  /** JSON text of the page's rows. */
  data: string;
  total: number;
  capped: boolean;
  first: string | null;
  last: string | null;
  more: boolean;
}

/** Where counting stops when nothing keeps a counter; one more than this is "more than". */
export const maxExactCount = 1000;

/** The one statement of a list. Its own columns begin with list_, so that no table has one of the name. */
export function buildListQuery(list: ListQuery): Sql {
  const { page, perPage, after, before } = list.page;
  const id = raw(`${list.alias}.id`);
  const alias = raw(list.alias);
  const type = raw(list.sort.type);
  const backwards = before !== undefined;
  const descending = list.descending !== backwards;
  const direction = raw(descending ? "DESC" : "ASC");
  const cursor = decodeCursor(backwards ? before : after, backwards ? "before" : "after");
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
  const total = list.total ?? buildCountQuery(list);
  return sql`
    WITH page AS MATERIALIZED (${
      list.unionBranches === undefined
        ? found(sql`true`)
        : sql`${join(
            list.unionBranches.map(
              (part) =>
                sql`(${found(part)} LIMIT ${rowsAndOneMore}${offset === 0 ? empty : sql` + ${offset}::int`})`,
            ),
            " UNION ALL ",
          )} ORDER BY list_key ${direction}, list_id ${direction}`
    } LIMIT ${rowsAndOneMore}${offset === 0 ? empty : sql` OFFSET ${offset}`}
    ), numbered AS (
      SELECT *, row_number() OVER (ORDER BY list_key ${direction}, list_id ${direction}) AS list_place FROM page
    ), shown AS (
      SELECT list_place, list_key::text || ' ' || list_id AS cursor, ${list.rowJson} AS item
        FROM (SELECT (base).*, list_key, list_id, list_place FROM numbered WHERE list_place <= ${rows}) ${alias} ${list.joins ?? empty}
    )
    SELECT coalesce(json_agg(item ORDER BY list_place ${raw(backwards ? "DESC" : "ASC")})::text, '[]') AS data,
           ${total}::bigint AS total, ${raw(String(counted))} AS capped,
           (array_agg(cursor ORDER BY list_place ${raw(backwards ? "DESC" : "ASC")}))[1] AS first,
           (array_agg(cursor ORDER BY list_place ${raw(backwards ? "ASC" : "DESC")}))[1] AS last,
           (SELECT count(*) > ${rows} FROM page) AS more
      FROM shown`;
}

/** Counts no further than it has to. */
function buildCountQuery(list: ListQuery): Sql {
  const limit = raw(String(maxExactCount + 1));
  const some = (part: Sql) =>
    sql`SELECT FROM ${list.from} WHERE ${join([part, ...list.where], " AND ")} LIMIT ${limit}`;
  const parts = (list.unionBranches ?? [sql`true`]).map((part) => sql`(${some(part)})`);
  return sql`(SELECT count(*) FROM (SELECT FROM (${join(parts, " UNION ALL ")}) parts LIMIT ${limit}) counted)`;
}

/** The answer as text: rows pass through as PostgreSQL wrote them. */
export function toListResponse(list: ListQuery, row: ListResult): string {
  const { page, perPage, after, before } = list.page;
  const totalIsExact = !row.capped || row.total <= maxExactCount;
  const lastPage = Math.max(1, Math.ceil(row.total / perPage));
  const hasNext = before === undefined ? row.more : true;
  const hasPrevious = before === undefined ? page > 1 || after !== undefined : row.more;
  const meta: PageMeta = {
    page,
    perPage,
    total: totalIsExact ? row.total : maxExactCount,
    totalIsExact,
    lastPage: totalIsExact ? lastPage : Math.ceil(maxExactCount / perPage),
    next: hasNext && row.last !== null ? encodeCursor(row.last) : null,
    previous: hasPrevious && row.first !== null ? encodeCursor(row.first) : null,
  };
  return `{"data":${row.data},"meta":${JSON.stringify(meta)}}`;
}

const encodeCursor = (text: string) => Buffer.from(text).toString("base64url");

type CursorField = "after" | "before";
const invalidCursorError = (field: CursorField) => fieldError(field, "format", { rule: "cursor" });

function decodeCursor(
  text: string | undefined,
  field: CursorField,
): [key: string, id: string] | null {
  if (text === undefined) return null;
  const plain = Buffer.from(text, "base64url").toString("utf8");
  const at = plain.lastIndexOf(" ");
  const id = plain.slice(at + 1);
  if (at < 0 || !isUuid(id) || plain.includes("\0")) throw invalidCursorError(field);
  return [plain.slice(0, at), id];
}

/** Only PostgreSQL can tell whether a cursor's key is a value of the sort's type. */
export function mapCursorError(error: unknown, list: ListQuery): unknown {
  const { after, before } = list.page;
  const unreadable = ["22007", "22008", "22009", "22003", "22023", "22P02"].some((state) =>
    isDatabaseError(error, state),
  );
  if (!unreadable || (after === undefined && before === undefined)) return error;
  return invalidCursorError(before === undefined ? "after" : "before");
}

/** Which sort an `orderBy` word asks for; the allow-list is the contract's. */
export function resolveSort<F extends string>(
  asked: string | undefined,
  sorts: Readonly<Record<F, SortColumn>>,
  fallback: { field: F; descending: boolean },
): { sort: SortColumn; descending: boolean } {
  const field = asked?.replace(/^-/, "");
  const known = Object.keys(sorts).find(
    (name): name is F & string => name === field && name in sorts,
  );
  return known === undefined
    ? { sort: sorts[fallback.field], descending: fallback.descending }
    : { sort: sorts[known], descending: asked?.startsWith("-") === true };
}

/** A term as a pattern in which `%`, `_` and `\` stand for themselves. */
export const likeContains = (term: string): string => `%${likePrefix(term)}`;
export const likePrefix = (term: string): string => `${term.replace(/[\\%_]/g, "\\$&")}%`;

/** ISO 8601 in UTC as the answers have it, from a timestamptz. */
export const isoTimestamp = (column: string): Sql =>
  raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

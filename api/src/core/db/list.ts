/**
 * List queries: total order, keyset pagination in both directions, totals without counting millions of rows, all data
 * of a row in one query, and rows as JSON built by PostgreSQL.
 */
import type { PageMeta } from "#contracts/endpoint.ts";
import { empty, isDatabaseError, join, raw, type Sql, sql, type Tx } from "./db.ts";
import { fieldError } from "../lib/problem-error.ts";
import { isUuid } from "../lib/crypto.ts";
import type { PageBounds, RowColumns } from "./row-columns.ts";

export interface SortColumn {
  /** Column of the base table (never null), and its type for the cursor. */
  readonly column: Sql;
  readonly type: "timestamptz" | "text" | "bigint" | "inet";
}

export interface ListQuery {
  /** Table and alias, such as sql`instance i`. The alias has an id column. */
  readonly from: Sql;
  readonly alias: string;
  readonly where: readonly Sql[];
  /**
   * Mutually exclusive conditions, run as UNION ALL branches that each use an index in sort order. A single OR would
   * sort the whole table.
   */
  readonly unionBranches?: readonly Sql[];
  readonly sort: SortColumn;
  readonly descending: boolean;
  /** JSON object of one row, given the alias; may use what `joins` adds. */
  readonly rowJson: Sql | RowColumns;
  /** Joins added only to the rows of the page: LEFT JOIN LATERAL and similar. */
  readonly joins?: Sql;
  /**
   * Forces a custom plan: the best index depends on the search term, and a generic plan would scan the table for most
   * terms.
   */
  readonly forceCustomPlan?: boolean;
  /** A text search, whose matches may be frequent or rare. */
  readonly search?: ListSearch;
  /** The built statement, if it is known already: nothing else of such a list may be changed but how rows are read. */
  readonly statement?: Sql;
  /** Expression for the exact total; without it rows are counted up to `maxExactCount`. */
  readonly total?: Sql;
  readonly page: {
    page: number;
    perPage: number;
    after?: string | undefined;
    before?: string | undefined;
  };
}

/**
 * A frequent term is found within the newest rows, a rare one by its index. PostgreSQL estimates how frequent a term is
 * too badly to choose between the two, so the statement tries the rows in sort order first.
 */
export interface ListSearch {
  readonly matches: Sql;
  /** Number of rows in sort order that are tested one by one. */
  readonly testedRows: number;
  /**
   * Whether an index then finds the matches among all rows. If not, only the tested rows of each branch are searched.
   * A list with `unionBranches` cannot be indexed.
   */
  readonly isIndexed: boolean;
  /**
   * Conditions, at least one of which is true for each match. Each has an index of its own; with all of them in one OR,
   * PostgreSQL would read the whole table.
   */
  readonly parts?: readonly Sql[];
}

export interface ListResult extends PageBounds {
  /** JSON text of the page's rows. */
  readonly data: string;
}

/** Upper bound of counting without a counter; a higher total is shown as "more than". */
export const maxExactCount = 1000;

/**
 * Builds the single statement of a list. Its own columns start with list_, so that they cannot collide with table
 * columns.
 */
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
  // Inlined instead of passed as a parameter: a generic plan has to know that only one page of rows is needed.
  const rows = raw(String(perPage));
  const pageQuery = (branch: Sql) => sql`
      SELECT ${alias} AS base, ${list.sort.column} AS list_key, ${id} AS list_id
        FROM ${list.from} WHERE ${join([branch, ...list.where], " AND ")}${keyset}
       ORDER BY ${list.sort.column} ${direction}, ${id} ${direction}`;
  const rowsAndOneMore = raw(String(perPage + 1));
  const separate = "columns" in list.rowJson ? list.rowJson : null;
  const total = list.total ?? buildCountQuery(list);
  const more = sql`(SELECT count(*) > ${rows} FROM page)`;
  const order = sql`ORDER BY list_key ${direction}, list_id ${direction}`;
  const withSearch = ({ matches, testedRows, isIndexed, parts }: ListSearch): Sql => {
    const needed = raw(String(perPage + 1 + offset));
    const tested = (list.unionBranches ?? [sql`true`]).map(
      (branch) => sql`(
      SELECT ${alias} AS base, ${list.sort.column} AS list_key, ${id} AS list_id, (${matches}) AS list_match
        FROM ${list.from} WHERE ${join([branch, ...list.where], " AND ")}${keyset}
       ORDER BY ${list.sort.column} ${direction}, ${id} ${direction} LIMIT ${raw(String(testedRows))})`,
    );
    const found = sql`
      SELECT base, list_key, list_id FROM (${join(tested, " UNION ALL ")}) tested WHERE list_match`;
    if (!isIndexed) return sql`${found} ${order}`;
    // OFFSET 0 keeps the order and limit out of the inner plan, which otherwise reads all rows in sort order.
    return sql`SELECT * FROM (
      WITH first AS MATERIALIZED (${found} ${order} LIMIT ${needed})
      SELECT * FROM first WHERE (SELECT count(*) FROM first) = ${needed}
      UNION ALL
      SELECT * FROM (
        SELECT ${alias} AS base, ${list.sort.column} AS list_key, ${id} AS list_id
          FROM ${list.from} WHERE ${parts === undefined ? join([...list.where, matches], " AND ") : sql`${id} IN (${join(idsOfParts(list, parts), " UNION ")})`}${keyset} OFFSET 0
      ) indexed WHERE (SELECT count(*) FROM first) < ${needed}
    ) searched ${order}`;
  };
  const pageRows = (): Sql => {
    if (list.search !== undefined) return withSearch(list.search);
    if (list.unionBranches === undefined) return pageQuery(sql`true`);
    const branches = list.unionBranches.map(
      (branch) =>
        sql`(${pageQuery(branch)} LIMIT ${rowsAndOneMore}${offset === 0 ? empty : sql` + ${offset}::int`})`,
    );
    return sql`${join(branches, " UNION ALL ")} ${order}`;
  };
  const [forwards, reversed] = backwards ? [raw("DESC"), raw("ASC")] : [raw("ASC"), raw("DESC")];
  const joinedRows = sql`
    SELECT coalesce(json_agg(item ORDER BY list_place ${forwards})::text, '[]') AS data, ${total}::bigint AS total, ${more} AS more,
           (array_agg(list_cursor ORDER BY list_place ${forwards}))[1] AS first,
           (array_agg(list_cursor ORDER BY list_place ${reversed}))[1] AS last
      FROM shown`;
  const once = (value: Sql) => sql`CASE WHEN list_place > 1 THEN NULL ELSE ${value} END`;
  const separateRows = (references: Sql) => sql`
    SELECT ${once(sql`${total}::bigint`)} AS list_total, ${once(more)} AS list_more, ${once(references)} AS list_references, shown.*
      FROM (SELECT) page_values LEFT JOIN shown ON true ORDER BY list_place ${forwards}`;
  return sql`
    WITH page AS MATERIALIZED (${pageRows()} LIMIT ${rowsAndOneMore}${offset === 0 ? empty : sql` OFFSET ${offset}`}
    ), numbered AS (
      SELECT *, row_number() OVER (ORDER BY list_key ${direction}, list_id ${direction}) AS list_place FROM page
    ), shown AS (
      SELECT list_place, list_key::text || ' ' || list_id AS list_cursor, ${separate?.columns ?? sql`${list.rowJson} AS item`}
        FROM (SELECT (base).*, list_key, list_id, list_place FROM numbered WHERE list_place <= ${rows}) ${alias} ${list.joins ?? empty}
    )
    ${separate === null ? joinedRows : separateRows(separate.references)}`;
}

/** Reads one page of a list as the text of the response. Throws a problem for a cursor that is none of this list. */
export async function readListResponse(tx: Tx, list: ListQuery): Promise<string> {
  try {
    return toListResponse(list, await readList(tx, list));
  } catch (error) {
    throw mapCursorError(error, list);
  }
}

/** Reads one page of a list. */
export async function readList(tx: Tx, list: ListQuery): Promise<ListResult> {
  const query = list.statement ?? buildListQuery(list);
  if (!("columns" in list.rowJson)) return await tx.one<ListResult>(query);
  const { items, ...page } = await list.rowJson.read(tx, query);
  return { ...page, data: JSON.stringify(items) };
}

/** Queries of the ids of the rows that each part of a search finds. */
const idsOfParts = ({ from, alias, where }: ListQuery, parts: readonly Sql[], limit: Sql = empty) =>
  parts.map(
    (part) =>
      sql`(SELECT ${raw(alias)}.id FROM ${from} WHERE ${join([...where, part], " AND ")} ${limit})`,
  );

/** Counts at most `maxExactCount` + 1 rows. */
function buildCountQuery(list: ListQuery): Sql {
  const id = raw(`${list.alias}.id`);
  const direction = raw(list.descending ? "DESC" : "ASC");
  const limit = raw(String(maxExactCount + 1));
  const { search } = list;
  if (search?.parts !== undefined) {
    const ids = idsOfParts(list, search.parts, sql`LIMIT ${limit}`);
    return sql`(SELECT count(*) FROM (SELECT FROM (${join(ids, " UNION ")}) parts LIMIT ${limit}) counted)`;
  }
  const limitedRows = (branch: Sql) => {
    const conditions = join([branch, ...list.where], " AND ");
    if (search === undefined)
      return sql`SELECT FROM ${list.from} WHERE ${conditions} LIMIT ${limit}`;
    if (search.isIndexed)
      return sql`SELECT FROM ${list.from} WHERE ${conditions} AND ${search.matches} LIMIT ${limit}`;
    return sql`SELECT FROM (
      SELECT (${search.matches}) AS list_match FROM ${list.from} WHERE ${conditions}
       ORDER BY ${list.sort.column} ${direction}, ${id} ${direction} LIMIT ${raw(String(search.testedRows))}
    ) tested WHERE list_match LIMIT ${limit}`;
  };
  const branches = (list.unionBranches ?? [sql`true`]).map(
    (branch) => sql`(${limitedRows(branch)})`,
  );
  return sql`(SELECT count(*) FROM (SELECT FROM (${join(branches, " UNION ALL ")}) parts LIMIT ${limit}) counted)`;
}

/** Builds the response as text; rows pass through as PostgreSQL wrote them. */
function toListResponse(list: ListQuery, row: ListResult): string {
  const { page, perPage, after, before } = list.page;
  const totalIsExact = list.total !== undefined || row.total <= maxExactCount;
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

/**
 * Maps PostgreSQL's conversion errors to an invalid cursor: only PostgreSQL can check whether the key has the sort
 * column's type.
 */
function mapCursorError(error: unknown, list: ListQuery): unknown {
  const { after, before } = list.page;
  const isConversionError = ["22007", "22008", "22009", "22003", "22023", "22P02"].some((state) =>
    isDatabaseError(error, state),
  );
  if (!isConversionError || (after === undefined && before === undefined)) return error;
  return invalidCursorError(before === undefined ? "after" : "before");
}

/** Resolves `orderBy` to a sort column; the contract's schema has already restricted the value. */
export function resolveSort<F extends string>(
  orderBy: string | undefined,
  sorts: Readonly<Record<F, SortColumn>>,
  fallback: { field: F; descending: boolean },
): { sort: SortColumn; descending: boolean } {
  const name = orderBy?.replace(/^-/, "");
  const field = Object.keys(sorts).find(
    (candidate): candidate is F & string => candidate === name && candidate in sorts,
  );
  return field === undefined
    ? { sort: sorts[fallback.field], descending: fallback.descending }
    : { sort: sorts[field], descending: orderBy?.startsWith("-") === true };
}

/** Escapes a search term for LIKE, so that `%`, `_` and `\` match literally. */
export const likeContains = (term: string): string => `%${likePrefix(term)}`;
export const likePrefix = (term: string): string => `${term.replace(/[\\%_]/g, "\\$&")}%`;

/** Whether the column has one of the values. With one value, an index of the column also gives the order. */
export const isOneOf = (column: string, values: readonly string[]): Sql =>
  values.length === 1
    ? sql`${raw(column)} = ${values[0]}`
    : sql`${raw(column)} = ANY(${[...values]})`;

/** A name as sort column: digits compare as numbers, so that batch-2 comes before batch-10. */
export const inNaturalOrder = (column: string): Sql => raw(`${column} COLLATE natural_order`);

/** A timestamptz as ISO 8601 in UTC, the format of responses. */
export const isoTimestamp = (column: string): Sql =>
  raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

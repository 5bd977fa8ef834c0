/** Lists of Foreman's API v2: search, order, pages and their envelope. */
import type { EmulatorResponse } from "../lib/routes.ts";

const defaultPerPage = 20;

interface ListOptions<Row> {
  /** Searchable and sortable fields. */
  fields: Readonly<Record<string, (row: Row) => string>>;
  view: (row: Row) => unknown;
}

/** A search that Foreman's scoped search does not know. */
class SearchError extends Error {}

/** `name = a`, `name ~ a` and `name != a`, joined by `and`. */
function matcher<Row>(search: string, fields: ListOptions<Row>["fields"]): (row: Row) => boolean {
  const conditions = search
    .split(/ and /i)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", operator = "", ...rest] = part.split(" ");
      const read = fields[name];
      if (read === undefined)
        throw new SearchError(`Field '${name}' not recognized for searching!`);
      const value = rest.join(" ").replaceAll('"', "");
      if (operator === "=") return (row: Row) => read(row) === value;
      if (operator === "!=") return (row: Row) => read(row) !== value;
      if (operator === "~") return (row: Row) => read(row).includes(value);
      throw new SearchError(`Unsupported operator '${operator}'`);
    });
  return (row) => conditions.every((matches) => matches(row));
}

export function listResponse<Row>(
  query: URLSearchParams,
  rows: readonly Row[],
  { fields, view }: ListOptions<Row>,
): EmulatorResponse {
  const search = query.get("search");
  const [by = null, order = null] = query.get("order")?.split(" ") ?? [];
  const page = Number(query.get("page") ?? 1);
  const perPage =
    query.get("per_page") === "all"
      ? Math.max(rows.length, 1)
      : Number(query.get("per_page") ?? defaultPerPage);
  if (!(page >= 1) || !(perPage >= 1))
    return { status: 400, body: { error: { message: "Invalid parameter 'page' or 'per_page'" } } };
  try {
    const found = rows.filter(matcher(search ?? "", fields));
    const read = by === null ? undefined : fields[by];
    if (by !== null && read === undefined)
      throw new SearchError(`Field '${by}' not recognized for ordering!`);
    if (read !== undefined)
      found.sort((one, other) => read(one).localeCompare(read(other), "en", { numeric: true }));
    if (order?.toUpperCase() === "DESC") found.reverse();
    return {
      status: 200,
      body: {
        total: rows.length,
        subtotal: found.length,
        page,
        per_page: perPage,
        search,
        sort: { by, order },
        results: found.slice((page - 1) * perPage, page * perPage).map(view),
      },
    };
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    return { status: 400, body: { error: { message: error.message } } };
  }
}

/** Statements of lists that are built once per filter. */
import { buildListQuery, type ListQuery } from "./list.ts";

const maxKnownLists = 200;
/** A longer filter has a search term that hardly comes again. */
const maxKnownFilter = 200;

/**
 * Builds the statement of each filter once, for a list that depends on its filter only: putting the text together takes
 * longer than looking it up.
 */
export function memoizeList<Filter>(
  build: (filter: Filter) => ListQuery,
): (filter: Filter) => ListQuery {
  const known = new Map<string, ListQuery>();
  return (filter) => {
    const key = JSON.stringify(filter);
    const found = known.get(key);
    if (found !== undefined) return found;
    const list = build(filter);
    const { after, before } = list.page;
    // A cursor hardly comes again either.
    if (key.length > maxKnownFilter || after !== undefined || before !== undefined) return list;
    const statement = buildListQuery(list);
    // The text of a query is put together each time it is read.
    Object.defineProperty(statement, "text", { value: statement.text });
    const withStatement = { ...list, statement };
    if (known.size >= maxKnownLists) known.clear();
    known.set(key, withStatement);
    return withStatement;
  };
}

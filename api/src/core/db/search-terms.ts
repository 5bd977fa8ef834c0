/**
 * Conditions that find a term with indexes. A trigram index needs three ASCII letters or digits in a row; a column in the
 * form of `to_search_form` has them for letters of every script. Shorter terms are found where a text begins.
 */
import { isUuid } from "../lib/crypto.ts";
import { likeContains, likePrefix, type ListSearch } from "./list.ts";
import { type Sql, sql } from "./db.ts";

const hasTrigram = (term: string): boolean => /[a-z0-9]{3}/i.test(term);
const isAscii = (term: string): boolean => [...term].every((character) => character < "\u0080");
/** Few texts contain these characters, and an index has those that do. */
const hasWildcard = (term: string): boolean => /[%_\\]/.test(term);
const containsWildcard = (column: Sql): Sql => sql`${column} ~ '[%_\\\\]'`;

const isInside = (column: Sql, term: string): Sql =>
  sql`${column} LIKE lower(${likeContains(term)})`;
const isPrefix = (column: Sql, term: string): Sql => sql`${column} LIKE lower(${likePrefix(term)})`;
const isLike = (column: Sql, term: string): Sql =>
  hasTrigram(term) ? isInside(column, term) : isPrefix(column, term);
/** Texts of the same form as the term: a name has letters that are not ASCII. */
const isInForm = (lowered: Sql, term: string): Sql =>
  sql`to_search_form(${lowered}) LIKE to_search_pattern('%', ${term})`;
const isIndexedInside = (term: string): boolean =>
  hasTrigram(term) || (!isAscii(term) && [...term].length > 2);

/**
 * The same condition three times. Under row-level security PostgreSQL does not look at the values of a column when it
 * estimates LIKE, and expects one row in 25 for any pattern: it would read the table. It multiplies what it expects of
 * each condition.
 */
const expectedToBeRare = (condition: Sql): Sql =>
  sql`(${condition} AND ${condition} AND ${condition})`;

/** Whether a handle or hostname matches, which consists of lower-case letters, digits and hyphens. */
export const matchesHandle = (column: Sql, term: string): Sql =>
  /^[a-z0-9-]+$/i.test(term) ? expectedToBeRare(isLike(column, term)) : sql`false`;

/** Whether the term is found inside the name or email address of a user, not only where it begins. */
export const isInsideUser = (term: string): boolean => isIndexedInside(term) || hasWildcard(term);

/** Whether the normalized form of an email address matches, which is ASCII. */
export const matchesEmail = (column: Sql, term: string): Sql => {
  if (!isAscii(term)) return sql`false`;
  return hasWildcard(term) && !hasTrigram(term)
    ? sql`(${containsWildcard(column)} AND ${isInside(column, term)})`
    : isLike(column, term);
};

/** Whether the name of a user in lower case matches. Its trigram index is on its `to_search_form`. */
export const matchesUserName = (lowered: Sql, term: string): Sql => {
  if (isIndexedInside(term)) return isInForm(lowered, term);
  return hasWildcard(term)
    ? sql`(${containsWildcard(lowered)} AND ${isInside(lowered, term)})`
    : isPrefix(lowered, term);
};

const matchesName = (lowered: Sql, term: string): Sql =>
  expectedToBeRare(isIndexedInside(term) ? isInForm(lowered, term) : isPrefix(lowered, term));

/** Whether a workspace, given its alias, has the term in its handle or name. */
export const matchesWorkspace = (alias: Sql, term: string): Sql =>
  sql`(${matchesHandle(sql`${alias}.handle`, term)} OR ${matchesName(sql`lower(${alias}.name)`, term)})`;

/** The condition that a column is the id that was typed; none if it was no id. */
export const isTypedId = (column: Sql, term: string): Sql[] =>
  isUuid(term.toLowerCase()) ? [sql`${column} = ${term.toLowerCase()}`] : [];

/** Number of rows in sort order that a search tests before it uses indexes. */
const testedRows = 1_000;

/**
 * A search whose matches meet at least one of the parts, each of which has an index. `matches` tests one row: it reads
 * other tables in `(SELECT condition FROM …)`, because PostgreSQL would read the whole table for `EXISTS`.
 */
export const searchOfParts = (matches: Sql, parts: readonly Sql[]): ListSearch => ({
  matches,
  testedRows,
  isIndexed: true,
  parts,
});

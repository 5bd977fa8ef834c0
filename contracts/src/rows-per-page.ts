/**
 * The number of rows per page that a user chose for each list of the console, in one cookie. The server reads it too,
 * so that it sends the rows that the page shows first.
 */

/** Offered by every list; each is within the range of `perPage`. */
export const rowsPerPageOptions = ["10", "15", "25", "50", "100"] as const;
export type RowsPerPage = (typeof rowsPerPageOptions)[number];

export const rowsCookieName = "rows";

const maxLists = 50;
const listIdPattern = /^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$/;

/** Entries of the cookie, `instances.list:50|tokens.list:25`; anything else in it is ignored. */
function parseEntries(cookie: string | null | undefined): Map<string, RowsPerPage> {
  const entries = new Map<string, RowsPerPage>();
  for (const entry of (cookie ?? "").split("|").slice(0, maxLists)) {
    const [listId = "", text] = entry.split(":");
    const rows = rowsPerPageOptions.find((option) => option === text);
    if (rows !== undefined && listIdPattern.test(listId)) entries.set(listId, rows);
  }
  return entries;
}

/** The remembered rows per page of a list, whose id is that of its endpoint; null if there are none. */
export const rememberedRows = (
  cookie: string | null | undefined,
  listId: string,
): RowsPerPage | null => parseEntries(cookie).get(listId) ?? null;

/** The value of the cookie once it also remembers `rows` for a list. */
export function rememberRows(
  cookie: string | null | undefined,
  listId: string,
  rows: RowsPerPage,
): string {
  const entries = parseEntries(cookie);
  // The newest entry comes first, so that it is kept if there are too many.
  entries.delete(listId);
  return [[listId, rows], ...entries].map((entry) => entry.join(":")).join("|");
}

/** Rows per page of each list, in a cookie, so that the server knows them before the first response. */
import {
  type RowsPerPage,
  rememberedRows,
  rememberRows,
  rowsCookieName,
} from "#contracts/rows-per-page.ts";
import { readCookie, writeCookie, yearSeconds } from "./cookies.ts";

/** The rows that the user chose for this list; null before the first choice. */
export const readRowsPerPage = (listId: string): RowsPerPage | null =>
  rememberedRows(readCookie(rowsCookieName), listId);

export const storeRowsPerPage = (listId: string, rows: RowsPerPage): void =>
  writeCookie(rowsCookieName, rememberRows(readCookie(rowsCookieName), listId, rows), yearSeconds);

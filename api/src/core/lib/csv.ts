/** Tables for spreadsheets (RFC 4180), in which no cell is a formula, whatever somebody was called. */

export type CsvValue = string | number | boolean | null;

/** Spreadsheets calculate what begins with one of these, full-width forms and blanks before it included. */
const formulaPrefix = /^\s*[=+\-@\t\r\n＝＋－＠]/u;
const utf8Bom = "\uFEFF";

/** Quoted; text that would be a formula begins with an apostrophe, numbers stay numbers. */
export function csvCell(value: CsvValue): string {
  if (value === null) return '""';
  const text = typeof value === "string" && formulaPrefix.test(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

type Row<Column extends string> = Readonly<Record<Column, CsvValue>>;

/** What a table begins with: the names of its columns, in their order. */
export const csvHeader = (columns: readonly string[]): string =>
  `${utf8Bom}${columns.map(csvCell).join(",")}\r\n`;

/** One line for each row. */
export const csvLines = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Row<Column>[],
): string =>
  rows.map((row) => `${columns.map((column) => csvCell(row[column])).join(",")}\r\n`).join("");

/** The whole table. */
export const toCsv = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Row<Column>[],
): string => csvHeader(columns) + csvLines(columns, rows);

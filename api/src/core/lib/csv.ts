/** CSV files (RFC 4180) in which no cell is interpreted as a formula. */

export type CsvValue = string | number | boolean | null;

/** Spreadsheets evaluate cells that start with one of these, including full-width forms and leading whitespace. */
const formulaPrefix = /^\s*[=+\-@\t\r\n＝＋－＠]/u;
const utf8Bom = "\uFEFF";

/** A quoted cell. Text that would be a formula gets a leading apostrophe; numbers are unchanged. */
export function csvCell(value: CsvValue): string {
  if (value === null) return '""';
  const text = typeof value === "string" && formulaPrefix.test(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

type Row<Column extends string> = Readonly<Record<Column, CsvValue>>;

/** The header line with the column names. */
export const csvHeader = (columns: readonly string[]): string =>
  `${utf8Bom}${columns.map(csvCell).join(",")}\r\n`;

/** One line per row. */
export const csvLines = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Row<Column>[],
): string =>
  rows.map((row) => `${columns.map((column) => csvCell(row[column])).join(",")}\r\n`).join("");

/** The complete file. */
export const toCsv = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Row<Column>[],
): string => csvHeader(columns) + csvLines(columns, rows);

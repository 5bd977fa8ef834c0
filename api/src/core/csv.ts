/** Tables for spreadsheets (RFC 4180), in which no cell is a formula, whatever somebody was called. */

export type CsvValue = string | number | boolean | null;

/** Spreadsheets calculate what begins with one of these, full-width forms and blanks before it included. */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/u;
const marksUtf8 = "\uFEFF";

/** Quoted; text that would be a formula begins with an apostrophe, numbers stay numbers. */
export function csvCell(value: CsvValue): string {
  if (value === null) return '""';
  const text = typeof value === "string" && formula.test(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

/** The columns in their order, one line for each row below their names. */
export function csvOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, CsvValue>>[],
): string {
  const lines = rows.map((row) => columns.map((column) => csvCell(row[column])).join(","));
  return `${marksUtf8}${[columns.map(csvCell).join(","), ...lines].join("\r\n")}\r\n`;
}

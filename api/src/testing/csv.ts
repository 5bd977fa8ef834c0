/** A CSV reader according to RFC 4180: each row by column name. */
export function readCsv(table: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  for (const [, cell = "", end] of table.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)) {
    lines.at(-1)?.push(cell.replaceAll('""', '"'));
    if (end !== ",") lines.push([]);
  }
  const [names = [], ...rows] = lines.slice(0, -1);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""])));
}

import type { TestClient } from "./client.ts";

/** Requests an export and reads it as a spreadsheet does. `text` includes the byte order mark, `rows` do not. */
export async function downloadCsv(client: TestClient, address: string) {
  const response = await client.send("GET", address);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return { status: response.status, headers: response.headers, text, rows: readCsv(text.slice(1)) };
}

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

/**
 * The file of a backup: text, compressed by gzip. Line one is the header (JSON). Each table follows as a line of JSON,
 * its rows as PostgreSQL's COPY writes them, and a line `\.`. The last line is the trailer (JSON): a file without one
 * was cut off.
 */
import type { Writable } from "node:stream";
import { once } from "node:events";
import { z } from "zod";

export const formatVersion = 1;

export const Header = z.object({
  format: z.literal(formatVersion),
  /** Of Boreal. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.string()).min(1),
  queueMigration: z.int(),
  /** Tells whether a secret is the one of this backup, and not what it is. */
  secretPrint: z.string().nullable(),
});
export type Header = z.infer<typeof Header>;

export const TableHead = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableHead = z.infer<typeof TableHead>;

export const Trailer = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  /** Audit chains that did not hold when the backup was made. */
  brokenChains: z.array(z.string()),
});
export type Trailer = z.infer<typeof Trailer>;

export const endOfRows = Buffer.from("\\.\n");
const newline = 0x0a;

export class CutOff extends Error {
  constructor() {
    super("The file ends in the middle: it is not a whole backup.");
  }
}

/** Reads such a file from its decompressed bytes, holding one row at a time. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /** One line of JSON, or null at the end of the file. */
  async json(): Promise<unknown> {
    for (;;) {
      const end = this.#rest.indexOf(newline);
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString("utf8");
        this.#rest = this.#rest.subarray(end + 1);
        const read: unknown = JSON.parse(line);
        return read;
      }
      if (!(await this.#more())) {
        if (this.#rest.length > 0) throw new CutOff();
        return null;
      }
    }
  }

  /** Passes the rows of a table on, and ends the target behind the last. */
  async rows(target: Writable): Promise<void> {
    for (;;) {
      const end = endIn(this.#rest);
      const whole = end ?? this.#rest.lastIndexOf(newline) + 1;
      if (whole > 0 && !target.write(this.#rest.subarray(0, whole))) await once(target, "drain");
      this.#rest = this.#rest.subarray(whole);
      if (end !== null) {
        this.#rest = this.#rest.subarray(endOfRows.length);
        target.end();
        return;
      }
      if (!(await this.#more())) throw new CutOff();
    }
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
    return true;
  }
}

/** Where the rows end; the buffer begins with a line. */
function endIn(buffer: Buffer): number | null {
  for (let at = buffer.indexOf(endOfRows); at >= 0; at = buffer.indexOf(endOfRows, at + 1)) {
    // A backslash in a value is doubled, so that only the end begins a line with it and a dot.
    if (at === 0 || buffer[at - 1] === newline) return at;
  }
  return null;
}

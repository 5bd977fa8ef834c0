/**
 * Backup file format: gzip-compressed text. The first line is the header (JSON). Each table follows as a line of
 * JSON, its rows in the format of PostgreSQL's COPY, and a line `\.`. The last line is the trailer (JSON); a file
 * without one is truncated.
 */
import type { Writable } from "node:stream";
import { once } from "node:events";
import { z } from "zod";

export const formatVersion = 1;

export const Header = z.object({
  format: z.literal(formatVersion),
  /** Version of Boreal. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.string()).min(1),
  queueMigration: z.int(),
  /** Fingerprint that identifies the secret of this backup without revealing it. */
  secretPrint: z.string().nullable(),
});
export type Header = z.infer<typeof Header>;

export const TableHead = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableHead = z.infer<typeof TableHead>;

export const Trailer = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  /** Audit chains that were broken when the backup was created. */
  brokenChains: z.array(z.string()),
});
export type Trailer = z.infer<typeof Trailer>;

export const endOfRows = Buffer.from("\\.\n");
const newline = 0x0a;

export class TruncatedBackupError extends Error {
  constructor() {
    super("The file is truncated: it is not a complete backup.");
  }
}

/** Parses the decompressed bytes of a backup, holding one row at a time. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /** Reads one line of JSON; null at the end of the file. */
  async json(): Promise<unknown> {
    for (;;) {
      const end = this.#rest.indexOf(newline);
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString("utf8");
        this.#rest = this.#rest.subarray(end + 1);
        const parsed: unknown = JSON.parse(line);
        return parsed;
      }
      if (!(await this.#readChunk())) {
        if (this.#rest.length > 0) throw new TruncatedBackupError();
        return null;
      }
    }
  }

  /** Copies the rows of a table to the target and ends it after the last. */
  async rows(target: Writable): Promise<void> {
    for (;;) {
      const end = findEndOfRows(this.#rest);
      const completeLength = end ?? this.#rest.lastIndexOf(newline) + 1;
      if (completeLength > 0 && !target.write(this.#rest.subarray(0, completeLength)))
        await once(target, "drain");
      this.#rest = this.#rest.subarray(completeLength);
      if (end !== null) {
        this.#rest = this.#rest.subarray(endOfRows.length);
        target.end();
        return;
      }
      if (!(await this.#readChunk())) throw new TruncatedBackupError();
    }
  }

  async #readChunk(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
    return true;
  }
}

/** Index of the end of the rows, or null. The buffer starts at the beginning of a line. */
function findEndOfRows(buffer: Buffer): number | null {
  for (let at = buffer.indexOf(endOfRows); at >= 0; at = buffer.indexOf(endOfRows, at + 1)) {
    // COPY escapes backslashes in values, so only the end marker starts a line with `\.`.
    if (at === 0 || buffer[at - 1] === newline) return at;
  }
  return null;
}

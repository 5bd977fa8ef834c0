/** Writes a consistent copy of the database to a stream, as the owner of its tables, while it is worked with. */
import { once } from "node:events";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { verifyAllChains } from "../core/audit/audit-chain.ts";
import type { Clock } from "../core/lib/clock.ts";
import { createTx } from "../core/db/db.ts";
import { sha256 } from "../core/lib/crypto.ts";
import { endOfRows, formatVersion, type Header, type TableHead, type Trailer } from "./format.ts";
import { appliedMigrations, queueMigration, readSequences, tablesInOrder } from "./tables.ts";

const connectMs = 10_000;

/** Says which secret a backup belongs to. 32 random bytes cannot be guessed from it. */
export const secretPrint = (secret: Buffer): string =>
  sha256(Buffer.concat([Buffer.from("boreal backup "), secret]))
    .toString("hex")
    .slice(0, 16);

export interface BackupOptions {
  readonly databaseUrl: string;
  readonly version: string;
  readonly clock: Clock;
  /** Null where it is not known. */
  readonly secret: Buffer | null;
}

export interface Written {
  readonly header: Header;
  readonly trailer: Trailer;
}

/** Everything in one snapshot; nothing waits for it but a migration. Memory does not grow with the database. */
export async function writeBackup(out: Writable, options: BackupOptions): Promise<Written> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: connectMs,
    application_name: "boreal backup",
  });
  client.on("error", () => undefined);
  await client.connect();
  const gzip = createGzip();
  const written = pipeline(gzip, out);
  // Heard of by whoever waits for it below; a failure in between must not count as unhandled.
  written.catch(() => undefined);
  try {
    await client.query("SET statement_timeout TO 0; SET TimeZone TO 'UTC'");
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const header = await headerOf(client, options);
    await writeLine(gzip, header);
    const rows: Record<string, number> = {};
    for (const { name, columns } of await tablesInOrder(client)) {
      await writeLine(gzip, { table: name, columns: [...columns] } satisfies TableHead);
      const copy = client.query(copyTo(`COPY ${name} (${columns.join(", ")}) TO STDOUT`));
      for await (const chunk of copy) await write(gzip, Buffer.from(chunk));
      await write(gzip, endOfRows);
      rows[name] = copy.rowCount;
    }
    const trailer = {
      rows,
      sequences: await readSequences(client),
      brokenChains: (await verifyAllChains(createTx(client))).map(
        ({ chain, fault: error }) => `${chain}: ${error}`,
      ),
    } satisfies Trailer;
    await writeLine(gzip, trailer);
    gzip.end();
    await written;
    return { header, trailer };
  } finally {
    gzip.destroy();
    await client.end();
  }
}

async function headerOf(client: pg.Client, options: BackupOptions): Promise<Header> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  return {
    format: formatVersion,
    version: options.version,
    madeAt: options.clock.now().toISOString(),
    postgres: rows[0]?.version ?? "",
    migrations: await appliedMigrations(client),
    queueMigration: await queueMigration(client),
    secretPrint: options.secret === null ? null : secretPrint(options.secret),
  };
}

const writeLine = (out: Writable, line: object): Promise<void> =>
  write(out, Buffer.from(`${JSON.stringify(line)}\n`));

async function write(out: Writable, bytes: Buffer): Promise<void> {
  if (out.destroyed) throw new Error("The backup could not be written", { cause: out.errored });
  if (!out.write(bytes)) await once(out, "drain");
}

/** Writes a consistent copy of the database to a stream, as the owner of its tables, while the system is in use. */
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
import { appliedMigrations, queueMigration, readSequences, listTablesInOrder } from "./tables.ts";

const connectMs = 10_000;

/** Fingerprint of the secret a backup belongs to. It does not reveal the 32 random bytes. */
export const secretPrint = (secret: Buffer): string =>
  sha256(Buffer.concat([Buffer.from("boreal backup "), secret]))
    .toString("hex")
    .slice(0, 16);

export interface BackupOptions {
  readonly databaseUrl: string;
  readonly version: string;
  readonly clock: Clock;
  /** Null if it is not known. */
  readonly secret: Buffer | null;
}

export interface BackupResult {
  readonly header: Header;
  readonly trailer: Trailer;
}

/** Writes everything from one snapshot. Blocks only migrations. Memory use does not grow with the database. */
export async function writeBackup(output: Writable, options: BackupOptions): Promise<BackupResult> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: connectMs,
    application_name: "boreal backup",
  });
  client.on("error", () => undefined);
  await client.connect();
  const gzip = createGzip();
  const finished = pipeline(gzip, output);
  // Prevents an unhandled rejection; the promise is awaited below.
  finished.catch(() => undefined);
  try {
    await client.query("SET statement_timeout TO 0; SET TimeZone TO 'UTC'");
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const header = await buildHeader(client, options);
    await writeLine(gzip, header);
    const rows: Record<string, number> = {};
    for (const { name, columns } of await listTablesInOrder(client)) {
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
        ({ chain, fault }) => `${chain}: ${fault}`,
      ),
    } satisfies Trailer;
    await writeLine(gzip, trailer);
    gzip.end();
    await finished;
    return { header, trailer };
  } finally {
    gzip.destroy();
    await client.end();
  }
}

async function buildHeader(client: pg.Client, options: BackupOptions): Promise<Header> {
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

const writeLine = (output: Writable, line: object): Promise<void> =>
  write(output, Buffer.from(`${JSON.stringify(line)}\n`));

async function write(output: Writable, bytes: Buffer): Promise<void> {
  if (output.destroyed)
    throw new Error("The backup could not be written", { cause: output.errored });
  if (!output.write(bytes)) await once(output, "drain");
}

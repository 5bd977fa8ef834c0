/**
 * Restores an empty database from a backup: runs the backup's migrations, then inserts all rows in one transaction.
 */
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { verifyAllChains } from "../core/audit/audit-chain.ts";
import { UnfitDatabase } from "../core/db/database-errors.ts";
import { createTx } from "../core/db/db.ts";
import { knownMigrations, migrate } from "../core/migrations/migrate.ts";
import { compareFacts, readFacts } from "../core/migrations/schema-facts.ts";
import { BackupReader, TruncatedBackupError, Header, TableHead, Trailer } from "./format.ts";
import { appliedMigrations, countRows, queueMigration, listTablesInOrder } from "./tables.ts";

const connectMs = 10_000;

export interface RestoreResult {
  readonly header: Header;
  readonly trailer: Trailer;
}

/**
 * Throws UnfitDatabase if the database is not empty or the file is incomplete; only the migrations may have been
 * applied then.
 */
export async function restoreBackup(file: Readable, databaseUrl: string): Promise<RestoreResult> {
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  const reader = new BackupReader(file.pipe(gunzip));
  const header = await readHeader(reader);
  await assertKnownMigrations(header);
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMs,
    application_name: "boreal restore",
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await assertUnused(client, header);
    await migrate(databaseUrl, { only: header.migrations });
    if ((await queueMigration(client)) < header.queueMigration) throw newerVersionError(header);
    await client.query("SET statement_timeout TO 0; SET TimeZone TO 'UTC'; BEGIN");
    try {
      const trailer = await load(client, reader);
      await client.query("COMMIT");
      return { header, trailer };
    } catch (error) {
      await client.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
  } finally {
    gunzip.destroy();
    await client.end();
  }
}

async function readHeader(reader: BackupReader): Promise<Header> {
  const read = await reader.json().catch((cause: unknown) => {
    throw new UnfitDatabase("This is not a backup of Boreal, or it is damaged.", { cause });
  });
  const header = Header.safeParse(read);
  if (!header.success)
    throw new UnfitDatabase(
      "This is not a backup of Boreal, or it was created by an unknown version.",
    );
  return header.data;
}

const newerVersionError = (header: Header) =>
  new UnfitDatabase(
    `The backup was created by version ${header.version}, which is newer than this one. Restore it with that version.`,
  );

async function assertKnownMigrations(header: Header): Promise<void> {
  const known = await knownMigrations();
  if (header.migrations.some((name) => !known.includes(name))) throw newerVersionError(header);
}

/** Accepts a new database or one that is migrated but unused, because a server may already have been started on it. */
async function assertUnused(client: pg.Client, header: Header): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`,
  );
  const names = rows.map(({ name }) => name);
  if (names.length === 0) return;
  const notEmpty = new UnfitDatabase(
    "The database is not empty. Restore into a new one: nothing is overwritten.",
  );
  if (!names.includes("schema_migration")) throw notEmpty;
  const applied = await appliedMigrations(client);
  if (applied.some((name) => !header.migrations.includes(name))) throw notEmpty;
  for (const table of ["user_account", "workspace", "audit_event"])
    if (names.includes(table) && (await countRows(client, table)) > 0) throw notEmpty;
}

async function load(client: pg.Client, reader: BackupReader): Promise<Trailer> {
  const facts = await readFacts(client);
  const tables = await listTablesInOrder(client);
  const tableColumns = new Map(tables.map((table) => [table.name, table.columns]));
  const forced = await openForLoading(client, [...tableColumns.keys()]);
  const loaded = new Map<string, number>();
  let trailer: Trailer | null = null;
  while (trailer === null) {
    const line = await reader.json();
    if (line === null) throw new TruncatedBackupError();
    const head = TableHead.safeParse(line);
    if (!head.success) trailer = Trailer.parse(line);
    else loaded.set(head.data.table, await loadTable(client, reader, head.data, tableColumns));
  }
  await verifyCounts(client, loaded, trailer);
  for (const { name, last, isCalled } of trailer.sequences)
    await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [name, last, isCalled]);
  await verifyChains(client, trailer);
  for (const name of tableColumns.keys())
    await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const name of forced) await client.query(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`);
  const { missing } = compareFacts(facts, await readFacts(client));
  if (missing.length > 0) throw new Error(`Missing after loading: ${missing.join("; ")}`);
  return trailer;
}

/**
 * COPY FROM is not allowed on a table whose row-level security is forced for its owner, and triggers would repeat
 * counting and chaining. Returns the tables whose row-level security must be forced again.
 */
async function openForLoading(client: pg.Client, names: readonly string[]): Promise<string[]> {
  await client.query(
    `TRUNCATE ${names.filter((name) => name !== "public.audit_event").join(", ")} CASCADE`,
  );
  const { rows } = await client.query<{ name: string }>(
    "SELECT format('%I.%I', relnamespace::regnamespace, relname) AS name FROM pg_class WHERE relforcerowsecurity AND relkind = 'r' AND format('%I.%I', relnamespace::regnamespace, relname) = ANY($1)",
    [names],
  );
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  for (const { name } of rows)
    await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
  return rows.map(({ name }) => name);
}

async function loadTable(
  client: pg.Client,
  reader: BackupReader,
  { table, columns }: TableHead,
  tableColumns: ReadonlyMap<string, readonly string[]>,
): Promise<number> {
  const existingColumns = tableColumns.get(table);
  // Table and column names come from the file; only those that exist in this database reach the statement.
  if (existingColumns === undefined || columns.some((column) => !existingColumns.includes(column)))
    throw new UnfitDatabase(`The backup has a table or column that does not exist here: ${table}.`);
  const copy = client.query(copyFrom(`COPY ${table} (${columns.join(", ")}) FROM STDIN`));
  const copyFinished = finished(copy);
  try {
    await Promise.all([reader.rows(copy), copyFinished]);
  } catch (error) {
    // PostgreSQL waits for more rows until the copy is ended or fails.
    copy.destroy(error instanceof Error ? error : undefined);
    await copyFinished.catch(() => undefined);
    throw error;
  }
  return copy.rowCount;
}

async function verifyCounts(
  client: pg.Client,
  loaded: ReadonlyMap<string, number>,
  trailer: Trailer,
): Promise<void> {
  for (const [table, expected] of Object.entries(trailer.rows)) {
    const actual = await countRows(client, table);
    if (actual !== expected || loaded.get(table) !== expected)
      throw new UnfitDatabase(
        `${table} has ${actual} rows after loading, not ${expected}: the file is damaged.`,
      );
  }
}

async function verifyChains(client: pg.Client, trailer: Trailer): Promise<void> {
  const broken = await verifyAllChains(createTx(client));
  const knownBroken = new Set(trailer.brokenChains);
  const newlyBroken = broken
    .map(({ chain, fault }) => `${chain}: ${fault}`)
    .filter((one) => !knownBroken.has(one));
  if (newlyBroken.length > 0)
    throw new UnfitDatabase(
      `Audit chains are broken after loading, but were intact in the backup: ${newlyBroken.join("; ")}.`,
    );
}

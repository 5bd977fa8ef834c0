/** Fills an empty database from a backup: the migrations it was made with, then every row, in one transaction. */
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
import { BackupReader, CutOff, Header, TableHead, Trailer } from "./format.ts";
import { appliedMigrations, countRows, queueMigration, tablesInOrder } from "./tables.ts";

const connectMs = 10_000;

export interface Restored {
  readonly header: Header;
  readonly trailer: Trailer;
}

/** Throws UnfitDatabase, with nothing changed but the migrations, where the database is not empty or the file is not whole. */
export async function restoreBackup(file: Readable, databaseUrl: string): Promise<Restored> {
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  const reader = new BackupReader(file.pipe(gunzip));
  const header = await readHeader(reader);
  await refuseUnknown(header);
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMs,
    application_name: "boreal restore",
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await refuseUsed(client, header);
    await migrate(databaseUrl, { only: header.migrations });
    if ((await queueMigration(client)) < header.queueMigration) throw newer(header);
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
    throw new UnfitDatabase("This is no backup of Boreal, or it is damaged.", { cause });
  });
  const header = Header.safeParse(read);
  if (!header.success)
    throw new UnfitDatabase(
      "This is no backup of Boreal, or a version made it that is not known here.",
    );
  return header.data;
}

const newer = (header: Header) =>
  new UnfitDatabase(
    `The backup was made by version ${header.version}, which is newer than this one. Restore it with that version.`,
  );

async function refuseUnknown(header: Header): Promise<void> {
  const known = await knownMigrations();
  if (header.migrations.some((name) => !known.includes(name))) throw newer(header);
}

/** Freshly made, or migrated and never used: a server may have looked at it already. */
async function refuseUsed(client: pg.Client, header: Header): Promise<void> {
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
  const tables = await tablesInOrder(client);
  const known = new Map(tables.map((table) => [table.name, table.columns]));
  const forced = await openForLoading(client, [...known.keys()]);
  const loaded = new Map<string, number>();
  let trailer: Trailer | null = null;
  while (trailer === null) {
    const line = await reader.json();
    if (line === null) throw new CutOff();
    const head = TableHead.safeParse(line);
    if (!head.success) trailer = Trailer.parse(line);
    else loaded.set(head.data.table, await loadTable(client, reader, head.data, known));
  }
  await verifyCounts(client, loaded, trailer);
  for (const { name, last, isCalled } of trailer.sequences)
    await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [name, last, isCalled]);
  await verifyChains(client, trailer);
  for (const name of known.keys()) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const name of forced) await client.query(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`);
  const { missing } = compareFacts(facts, await readFacts(client));
  if (missing.length > 0) throw new Error(`Loading left out: ${missing.join("; ")}`);
  return trailer;
}

/**
 * COPY does not work on a table whose row-level security holds for its owner, and triggers would count and chain what is
 * counted and chained already. Returns the tables whose row-level security has to be forced again.
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
  known: ReadonlyMap<string, readonly string[]>,
): Promise<number> {
  const here = known.get(table);
  // Names come from the file: only those of this database reach the statement.
  if (here === undefined || columns.some((column) => !here.includes(column)))
    throw new UnfitDatabase(`The backup has a table or column that is not known here: ${table}.`);
  const copy = client.query(copyFrom(`COPY ${table} (${columns.join(", ")}) FROM STDIN`));
  const done = finished(copy);
  try {
    await Promise.all([reader.rows(copy), done]);
  } catch (error) {
    // PostgreSQL waits for the rest of the rows, and for nothing else, until it is told that none come.
    copy.destroy(error instanceof Error ? error : undefined);
    await done.catch(() => undefined);
    throw error;
  }
  return copy.rowCount;
}

async function verifyCounts(
  client: pg.Client,
  loaded: ReadonlyMap<string, number>,
  trailer: Trailer,
): Promise<void> {
  for (const [table, requested] of Object.entries(trailer.rows)) {
    const found = await countRows(client, table);
    if (found !== requested || loaded.get(table) !== requested)
      throw new UnfitDatabase(
        `${table} has ${found} rows after loading, not ${requested}: the file is damaged.`,
      );
  }
}

async function verifyChains(client: pg.Client, trailer: Trailer): Promise<void> {
  const broken = await verifyAllChains(createTx(client));
  const told = new Set(trailer.brokenChains);
  const fresh = broken
    .map(({ chain, fault: error }) => `${chain}: ${error}`)
    .filter((one) => !told.has(one));
  if (fresh.length > 0)
    throw new UnfitDatabase(
      `Audit chains do not hold after loading, but did in the backup: ${fresh.join("; ")}.`,
    );
}

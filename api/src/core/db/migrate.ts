/**
 * Brings the schema up to date: SQL files in order, forward only, one migrator at a time. A migration that cannot get a
 * lock within seconds gives up and is tried again, so that what runs meanwhile never queues behind it.
 */
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { isDatabaseError } from "./db.ts";
import { UnfitDatabase } from "./database-errors.ts";

const folder = new URL("../../../migrations/", import.meta.url);
const advisoryLock = 4_862_117;
const lockNotAvailable = "55P03";

export interface MigrationLimits {
  readonly connectMs: number;
  /** How long one statement waits for a lock; whatever comes after it waits as long. */
  readonly lockMs: number;
  /** Between two tries; doubled each time, up to `longestPauseMs`. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  readonly tries: number;
}

/** Tries for about a quarter of an hour: a nightly dump or a long report may hold a table that long. */
export const migrationLimits: MigrationLimits = {
  connectMs: 10_000,
  lockMs: 2_000,
  pauseMs: 500,
  longestPauseMs: 10_000,
  tries: 80,
};

export interface MigrateOptions {
  readonly limits?: MigrationLimits;
  /** Told of each try that got no lock. */
  readonly onWait?: (message: string) => void;
  /** Stops after the last of these; everything there is unless said. For restoring what was made by an older version. */
  readonly only?: readonly string[];
  /** Where the files are. */
  readonly from?: URL;
  /** The names of all jobs; a server passes them before its first request. */
  readonly jobNames?: readonly string[];
}

/** Names of all migrations this version knows, in order. */
export async function knownMigrations(from: URL = folder): Promise<string[]> {
  return (await readdir(from)).filter((name) => name.endsWith(".sql")).sort();
}

/** Returns the names of what was applied. Throws UnfitDatabase where a newer version has been here. */
export async function migrate(
  databaseUrl: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { limits = migrationLimits, from = folder, onWait = () => undefined } = options;
  const patiently = <T>(what: string, run: () => Promise<T>) =>
    untilLocked(what, run, limits, onWait);
  const pool = ownPool(databaseUrl, limits);
  try {
    const client = await pool.connect();
    try {
      await untilAlone(client, limits, onWait);
      await client.query(
        "CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())",
      );
      const applied = await client.query<{ name: string }>("SELECT name FROM schema_migration");
      const done = new Set(applied.rows.map((row) => row.name));
      const known = await knownMigrations(from);
      refuseNewer(done, known);
      await patiently("The job queue's schema", () => runMigrations({ pgPool: pool }));
      const waiting = known
        .filter((name) => !done.has(name))
        .filter((name) => options.only?.includes(name) ?? true);
      for (const name of waiting) {
        const text = await readFile(new URL(name, from), "utf8");
        await patiently(`Migration ${name}`, () => apply(client, name, text));
      }
      await patiently("The names of the jobs", () =>
        registerTaskNames(client, options.jobNames ?? []),
      );
      return waiting;
    } finally {
      // Its lock ends with the connection.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** A connection of the owner that waits for no lock longer than a moment. */
function ownPool(connectionString: string, limits: MigrationLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 2,
    connectionTimeoutMillis: limits.connectMs,
    application_name: "boreal migration",
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise; its types do not say so
    onConnect: (client) =>
      client.query(`SET lock_timeout TO ${limits.lockMs}; SET TimeZone TO 'UTC'`),
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function refuseNewer(done: ReadonlySet<string>, known: readonly string[]): void {
  const newer = [...done].filter((name) => !known.includes(name)).sort();
  if (newer.length === 0) return;
  throw new UnfitDatabase(
    `The database is newer than this version of Boreal: it has the migration ${newer.join(", ")}, which is not known here. Start the newer version, or restore a backup made before the upgrade.`,
  );
}

/** Asks again and again instead of waiting in PostgreSQL, where a waiting transaction would hold back others. */
async function untilAlone(
  client: pg.PoolClient,
  limits: MigrationLimits,
  onWait: (message: string) => void,
): Promise<void> {
  const isAlone = async () => {
    const { rows } = await client.query<{ mine: boolean }>(
      "SELECT pg_try_advisory_lock($1) AS mine",
      [advisoryLock],
    );
    return rows[0]?.mine === true;
  };
  if (await isAlone()) return;
  onWait("Another process is migrating the database; waiting for it");
  do await delay(limits.pauseMs);
  while (!(await isAlone()));
}

async function untilLocked<T>(
  what: string,
  run: () => Promise<T>,
  limits: MigrationLimits,
  onWait: (message: string) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt >= limits.tries)
        throw new UnfitDatabase(
          `${what} got no lock in ${limits.tries} tries: end the long transactions on this database (see pg_stat_activity), then start again.`,
          { cause: error },
        );
      const pauseMs = Math.min(limits.longestPauseMs, limits.pauseMs * 2 ** (attempt - 1));
      onWait(`${what} waits for a lock of another transaction; next try in ${pauseMs} ms`);
      await delay(pauseMs);
    }
  }
}

const isLockTimeout = (error: unknown): boolean =>
  isDatabaseError(error, lockNotAvailable) ||
  (error instanceof Error && isDatabaseError(error.cause, lockNotAvailable));

async function apply(client: pg.PoolClient, name: string, text: string): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(text);
    await client.query("INSERT INTO schema_migration (name) VALUES ($1)", [name]);
    await client.query("COMMIT");
  } catch (cause) {
    await client.query("ROLLBACK");
    throw new Error(`Migration ${name} failed`, { cause });
  }
}

/**
 * The queue writes down a task's name when it is first asked for. Two requests that do so at once, each inside its own
 * transaction, would wait for each other's name, so all names are there before the first request.
 */
async function registerTaskNames(client: pg.PoolClient, names: readonly string[]): Promise<void> {
  const known = await client.query(
    "SELECT FROM unnest($1::text[]) name WHERE name NOT IN (SELECT identifier FROM graphile_worker._private_tasks)",
    [names],
  );
  if (known.rowCount === 0) return;
  await client.query("BEGIN");
  try {
    await client.query(
      "SELECT graphile_worker.add_job(name, job_key => 'introduced ' || name) FROM unnest($1::text[]) name",
      [names],
    );
    await client.query(
      "SELECT graphile_worker.remove_job('introduced ' || name) FROM unnest($1::text[]) name",
      [names],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/**
 * Migrates the schema: SQL files in order, forward only, one migrator at a time. A migration that cannot acquire a
 * lock within seconds gives up and retries, so that running work never queues behind it.
 */
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { isDatabaseError } from "../db/db.ts";
import { UnfitDatabase } from "../db/database-errors.ts";

const folder = new URL("../../../migrations/", import.meta.url);
const advisoryLock = 4_862_117;
const lockNotAvailable = "55P03";

export interface MigrationLimits {
  readonly connectMs: number;
  /** How long one statement waits for a lock; later statements of other transactions queue behind it for as long. */
  readonly lockMs: number;
  /** Pause between two attempts; doubled each time, up to `longestPauseMs`. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  readonly tries: number;
}

/** Retries for about 15 minutes, because a nightly dump or a long report may lock a table that long. */
export const migrationLimits: MigrationLimits = {
  connectMs: 10_000,
  lockMs: 2_000,
  pauseMs: 500,
  longestPauseMs: 10_000,
  tries: 80,
};

export interface MigrateOptions {
  readonly limits?: MigrationLimits;
  /** Called for each attempt that could not acquire a lock. */
  readonly onWait?: (message: string) => void;
  /** Applies only these migrations; default: all. Used to restore a backup of an older version. */
  readonly only?: readonly string[];
  /** Folder of the migration files. */
  readonly from?: URL;
  /** Names of all jobs, registered with the job queue before the first request. */
  readonly jobNames?: readonly string[];
}

/** Names of all migrations this version contains, in order. */
export async function knownMigrations(from: URL = folder): Promise<string[]> {
  return (await readdir(from)).filter((name) => name.endsWith(".sql")).sort();
}

/**
 * Returns the names of the applied migrations. Throws UnfitDatabase if the database was migrated by a newer version.
 */
export async function migrate(
  databaseUrl: string,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { limits = migrationLimits, from = folder, onWait = () => undefined } = options;
  const withLockRetries = <T>(what: string, run: () => Promise<T>) =>
    retryOnLockTimeout(what, run, limits, onWait);
  const pool = openMigrationPool(databaseUrl, limits);
  try {
    const client = await pool.connect();
    try {
      await acquireMigrationLock(client, limits, onWait);
      await client.query(
        "CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())",
      );
      const { rows } = await client.query<{ name: string }>("SELECT name FROM schema_migration");
      const applied = new Set(rows.map((row) => row.name));
      const known = await knownMigrations(from);
      assertNotNewer(applied, known);
      await withLockRetries("The schema of the job queue", () => runMigrations({ pgPool: pool }));
      const pending = known
        .filter((name) => !applied.has(name))
        .filter((name) => options.only?.includes(name) ?? true);
      for (const name of pending) {
        const text = await readFile(new URL(name, from), "utf8");
        await withLockRetries(`Migration ${name}`, () => apply(client, name, text));
      }
      await withLockRetries("Registering job names", () =>
        registerTaskNames(client, options.jobNames ?? []),
      );
      return pending;
    } finally {
      // Closing the connection releases its advisory lock.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** A pool of the owner with a short lock timeout. */
function openMigrationPool(connectionString: string, limits: MigrationLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 2,
    connectionTimeoutMillis: limits.connectMs,
    application_name: "boreal migration",
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits the promise; its types do not declare that
    onConnect: (client) =>
      client.query(`SET lock_timeout TO ${limits.lockMs}; SET TimeZone TO 'UTC'`),
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function assertNotNewer(done: ReadonlySet<string>, known: readonly string[]): void {
  const newer = [...done].filter((name) => !known.includes(name)).sort();
  if (newer.length === 0) return;
  throw new UnfitDatabase(
    `The database is newer than this version of Boreal: it has the migration ${newer.join(", ")}, which is not known here. Start the newer version, or restore a backup made before the upgrade.`,
  );
}

/** Polls instead of waiting in PostgreSQL, where a waiting transaction would block others. */
async function acquireMigrationLock(
  client: pg.PoolClient,
  limits: MigrationLimits,
  onWait: (message: string) => void,
): Promise<void> {
  const tryLock = async () => {
    const { rows } = await client.query<{ mine: boolean }>(
      "SELECT pg_try_advisory_lock($1) AS mine",
      [advisoryLock],
    );
    return rows[0]?.mine === true;
  };
  if (await tryLock()) return;
  onWait("Another process is migrating the database; waiting for it");
  do await delay(limits.pauseMs);
  while (!(await tryLock()));
}

async function retryOnLockTimeout<T>(
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
 * graphile-worker inserts a task's name when it is first used. Two concurrent requests that do so in their own
 * transactions would block each other, so all names are registered before the first request.
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

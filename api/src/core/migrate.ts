/** Brings the schema up to date: SQL files in order, forward only, one migrator at a time. */
import { readdir, readFile } from "node:fs/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { taskPayloads } from "./jobs.ts";

const folder = new URL("../migrations/", import.meta.url);
const advisoryLock = 4_862_117;

export async function migrate(databaseUrl: string): Promise<string[]> {
  await runMigrations({ connectionString: databaseUrl });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [advisoryLock]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())",
    );
    const applied = await client.query<{ name: string }>("SELECT name FROM schema_migration");
    const known = new Set(applied.rows.map((row) => row.name));
    const waiting = (await readdir(folder))
      .filter((name) => name.endsWith(".sql") && !known.has(name))
      .sort();
    for (const name of waiting) {
      const text = await readFile(new URL(name, folder), "utf8");
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
    await introduceTasks(client);
    return waiting;
  } finally {
    await client.end();
  }
}

/**
 * The queue writes down a task's name when it is first asked for. Two requests that do so at once, each inside its own
 * transaction, would wait for each other's name, so all names are there before the first request.
 */
async function introduceTasks(client: pg.Client): Promise<void> {
  const names = Object.keys(taskPayloads);
  await client.query("BEGIN");
  await client.query(
    "SELECT graphile_worker.add_job(name, job_key => 'introduced ' || name) FROM unnest($1::text[]) name",
    [names],
  );
  await client.query(
    "SELECT graphile_worker.remove_job('introduced ' || name) FROM unnest($1::text[]) name",
    [names],
  );
  await client.query("COMMIT");
}

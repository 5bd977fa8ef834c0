/** Migrations next to running servers, and starts that reject an unsafe database. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../../../tools/lib/free-port.ts";
import { readConfig } from "../../config.ts";
import { startProcess } from "../../bootstrap.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { startAndFail } from "../../testing/failing-start.ts";
import { UnfitDatabase } from "../db/database-errors.ts";
import { openDatabase, sql } from "../db/db.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "./migrate.ts";
import { readFacts, readExpectedFacts } from "./schema-facts.ts";

const quick = { connectMs: 10_000, lockMs: 100, pauseMs: 20, longestPauseMs: 40, tries: 1_000 };
const folders: string[] = [];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.url);
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await database.drop();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The current migrations and one of a later version. */
function nextVersion(name: string, text: string): URL {
  const folder = mkdtempSync(join(tmpdir(), "boreal-next-"));
  folders.push(folder);
  const today = join(import.meta.dirname, "../../../migrations");
  for (const file of readdirSync(today)) copyFileSync(join(today, file), join(folder, file));
  writeFileSync(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}

test("N59: a migration that cannot get a lock retries, and requests are served in the meantime", async () => {
  const from = nextVersion("900-note.sql", "ALTER TABLE instance ADD COLUMN note text");
  const db = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined });
  await owner.query("BEGIN; SELECT count(*) FROM instance");
  const waits: string[] = [];
  let hasTriedTwice: () => void = () => undefined;
  const twice = new Promise<void>((resolve) => {
    hasTriedTwice = resolve;
  });
  const migrating = migrate(database.url, {
    from,
    limits: quick,
    onWait: (message) => {
      if (waits.push(message) === 2) hasTriedTwice();
    },
  });
  await twice;
  expect(waits[0]).toMatch(/^Migration 900-note\.sql waits for a lock/);
  // The migration holds no lock while it pauses, and gives up before a request would time out.
  const read = await db.withSystemRole("a test reads", (tx) =>
    tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM instance`),
  );
  expect(read.n).toBe(0);
  await owner.query("COMMIT");
  expect(await migrating).toEqual(["900-note.sql"]);
  await db.close();
});

test("a migration that never gets its lock fails with a clear message and leaves nothing half done", async () => {
  const from = nextVersion("900-note.sql", "ALTER TABLE instance ADD COLUMN note text");
  await owner.query("BEGIN; SELECT count(*) FROM instance");
  await expect(
    migrate(database.url, { from, limits: { ...quick, lockMs: 20, tries: 2 } }),
  ).rejects.toThrow(/got no lock in 2 tries: end the long transactions/);
  await owner.query("COMMIT");
  const { rows } = await owner.query("SELECT FROM schema_migration WHERE name = '900-note.sql'");
  expect(rows).toEqual([]);
});

test("N59: while a server waits for a migration, /health returns 503 and status migrating", async () => {
  const lock = "SELECT pg_advisory_lock(4862117)";
  await owner.query(lock);
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    DATABASE_URL: database.url,
    SMTP_URL: "smtp://127.0.0.1:9",
    BOREAL_SECRET: Buffer.alloc(32, 7).toString("base64"),
  });
  const starting = startProcess(config, createLogger("silent"), { api: true, worker: false });
  const health = () => fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
  await expect.poll(async () => (await health())?.status, { timeout: 20_000 }).toBe(503);
  const response = await health();
  expect(response?.headers.get("retry-after")).toBe("5");
  expect(await response?.json()).toMatchObject({ code: "unavailable", status: "migrating" });
  await owner.query(lock.replace("lock(", "unlock("));
  const running = await starting;
  expect((await health())?.status).toBe(200);
  await running.stop();
});

test("an older server exits with a clear message on a newer database", async () => {
  await owner.query("INSERT INTO schema_migration (name) VALUES ('901-later.sql')");
  await expect(migrate(database.url)).rejects.toThrow(UnfitDatabase);
  expect(await startAndFail(database.url)).toEqual({
    code: 1,
    fatalMessages: [
      "The database is newer than this version of Boreal: it has the migration 901-later.sql, which is not known here. Start the newer version, or restore a backup made before the upgrade.",
    ],
  });
});

test("the schema facts match the stored file (node tools/commands/schema-facts.ts regenerates it)", async () => {
  expect(await readFacts(owner)).toEqual(await readExpectedFacts());
});

test("N53: a start on a database without some policies, grants and forced row-level security lists them", async () => {
  await owner.query(`
    DROP POLICY tenant_isolation ON instance;
    ALTER TABLE command NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE project DISABLE ROW LEVEL SECURITY;
    REVOKE SELECT (email) ON user_account FROM boreal_app;
    REVOKE INSERT ON audit_event FROM boreal_system;
    GRANT EXECUTE ON FUNCTION enqueue_due_jobs TO PUBLIC;
    GRANT SELECT ON user_account TO boreal_app;
    CREATE POLICY anybody ON workspace TO boreal_app USING (true);
    ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only;
    CREATE TABLE a_report_of_the_operator (id int);
    GRANT SELECT ON a_report_of_the_operator TO PUBLIC;`);
  const { code, fatalMessages } = await startAndFail(database.url);
  expect(code).toBe(1);
  expect(fatalMessages).toHaveLength(1);
  const [first, ...found] = (fatalMessages[0] ?? "").split("\n").map((line) => line.trim());
  expect(first).toMatch(/^The database is not as its migrations made it/);
  expect(found.sort()).toEqual([
    "missing: grant insert on table audit_event to boreal_system",
    "missing: grant select on column user_account.email to boreal_app",
    "missing: policy tenant_isolation on instance: permissive for all to boreal_app, chosen rows, checked",
    "missing: table command forces row-level security",
    "missing: table project has row-level security",
    "missing: trigger audit_event_append_only on audit_event",
    expect.stringMatching(
      /^too much: grant execute on function enqueue_due_jobs\(.*\) to everybody$/,
    ),
    "too much: grant select on table user_account to boreal_app",
    "too much: policy anybody on workspace: permissive for all to boreal_app, every row",
  ]);
});

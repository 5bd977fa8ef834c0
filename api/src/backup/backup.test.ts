/**
 * Restore drill: a backup of a database in use is restored into a new cluster, on which the server starts and users
 * sign in.
 */
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../../tools/lib/free-port.ts";
import { readConfig } from "../config.ts";
import { verifyAllChains, auditSeal } from "../core/audit/audit-chain.ts";
import { systemClock } from "../core/lib/clock.ts";
import { openDatabase, sql } from "../core/db/db.ts";
import { enqueue } from "../core/jobs/jobs.ts";
import { createLogger } from "../core/lib/logger.ts";
import { startProcess } from "../bootstrap.ts";
import { TestClient } from "../testing/client.ts";
import { createCredential, orderInstance } from "../testing/order-instances.ts";
import { createUser, createWorkspace } from "../testing/users.ts";
import { startStoppablePostgres, type StoppablePostgres } from "../testing/stoppable-postgres.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";
import { secretPrint, writeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";
import { countRows, readSequences, listTablesInOrder } from "./tables.ts";
import pg from "pg";

const password = "northern-lights-2026";
const secret = Buffer.alloc(32, 7);
const folder = mkdtempSync(join(tmpdir(), "boreal-drill-"));
const file = join(folder, "drill.gz");

let env: TestEnvironment;
let elsewhere: StoppablePostgres;
let sourceUrl: string;

beforeAll(async () => {
  [env, elsewhere] = await Promise.all([startTestEnvironment(), startStoppablePostgres()]);
  sourceUrl = String(env.db.owner.options.connectionString);
  const owner = await createUser(env, "owner@drill.test", {
    passwordHash: await env.passwords.hash(password),
  });
  const workspace = await createWorkspace(env, owner, "drill");
  const credentialId = await createCredential(env, workspace, owner);
  await orderInstance(owner.client, { workspace, credentialId });
  await env.advanceTime(60);
  // Text that a naive copy would change: the end marker of the file, tabs, line ends, backslashes.
  await env.db.withSystemRole("a test writes special characters", (tx) =>
    tx.execute(sql`UPDATE project SET description = ${"\\.\n\t\\N\\\\.\r\n\\."}`),
  );
  await env.db.withSystemRole("a test enqueues a job", async (tx) => {
    const now = env.clock.now();
    await enqueue(
      tx,
      now,
      auditSeal,
      {},
      { key: "drill", at: new Date(now.getTime() + 86_400_000) },
    );
    await enqueue(tx, now, auditSeal, {}, { key: "drill queue", queue: "drill" });
  });
});
afterAll(async () => {
  await env.stop();
  await elsewhere.end();
  rmSync(folder, { recursive: true, force: true });
});

const backup = (url = sourceUrl) =>
  writeBackup(createWriteStream(file), {
    databaseUrl: url,
    version: "0.0.0",
    clock: systemClock,
    secret,
  });

/** Each table with its row count and hash, and each sequence. */
async function contents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const found: Record<string, string> = {};
    for (const { name } of await listTablesInOrder(client)) {
      const { rows } = await client.query<{ print: string }>(
        `SELECT count(*) || ' ' || coalesce(sum(hashtext(t::text)::bigint), 0) AS print FROM ${name} t`,
      );
      found[name] = rows[0]?.print ?? "";
    }
    for (const { name, last, isCalled } of await readSequences(client))
      found[name] = `${last} ${isCalled}`;
    return found;
  } finally {
    await client.end();
  }
}

async function freshDatabase(name: string): Promise<string> {
  const client = new pg.Client(elsewhere.url("postgres"));
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return elsewhere.url(name);
}

test("N52, N53: a backup by the owner is complete and restores into a new cluster without the roles", {
  timeout: 120_000,
}, async () => {
  const { header, trailer } = await backup();
  expect(header).toMatchObject({
    secretPrint: secretPrint(secret),
    migrations: expect.arrayContaining(["001-wall.sql"]),
  });
  for (const table of ["instance", "audit_event", "scheduled_job", "session", "usage_interval"])
    expect(trailer.rows[`public.${table}`], table).toBeGreaterThan(0);
  expect(trailer.rows["graphile_worker._private_jobs"]).toBeGreaterThan(0);
  const before = await contents(sourceUrl);

  const target = elsewhere.url();
  await restoreBackup(createReadStream(file), target);
  expect(await contents(target)).toEqual(before);

  const db = openDatabase({ url: target, poolSize: 2, onError: () => undefined });
  expect(await db.withSystemRole("a test checks every chain", verifyAllChains)).toEqual([]);
  // Rows written after the restore continue the chains and the sequences.
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    DATABASE_URL: target,
    SMTP_URL: "smtp://127.0.0.1:9",
    BOREAL_SECRET: secret.toString("base64"),
    BOREAL_EMAIL_STEP: "never",
  });
  const running = await startProcess(config, createLogger("silent"), { api: true, worker: false });
  const response = await new TestClient(`http://127.0.0.1:${port}`).send("POST", "/auth/login", {
    email: "owner@drill.test",
    password,
  });
  expect(response.status).toBe(200);
  expect(await db.withSystemRole("a test checks every chain", verifyAllChains)).toEqual([]);
  await running.stop();
  await db.close();
});

test("rejects a restore into a database in use and changes nothing", async () => {
  await backup();
  const before = await contents(sourceUrl);
  await expect(restoreBackup(createReadStream(file), sourceUrl)).rejects.toThrow(/is not empty/);
  expect(await contents(sourceUrl)).toEqual(before);
  const foreign = await freshDatabase("foreign_tables");
  const client = new pg.Client(foreign);
  await client.connect();
  await client.query("CREATE TABLE theirs (id int)");
  await client.end();
  await expect(restoreBackup(createReadStream(file), foreign)).rejects.toThrow(/is not empty/);
});

test("a truncated, damaged or newer file leaves no row, and the complete one can be restored afterwards", {
  timeout: 120_000,
}, async () => {
  await backup();
  const whole = readFileSync(file);
  const text = gunzipSync(whole);
  const lines = text.toString("latin1").split("\n");
  const changed = (change: (lines: string[]) => string[]) =>
    Readable.from([gzipSync(Buffer.from(change([...lines]).join("\n"), "latin1"))]);
  const target = await freshDatabase("damaged_file");

  await expect(restoreBackup(Readable.from([whole.subarray(0, -2_000)]), target)).rejects.toThrow();
  await expect(
    restoreBackup(
      changed((all) => all.slice(0, -2)),
      target,
    ),
  ).rejects.toThrow(/not a complete backup/);
  const row = lines.findIndex((line) => line.includes("owner@drill.test"));
  await expect(
    restoreBackup(
      changed((all) => all.toSpliced(row, 1)),
      target,
    ),
  ).rejects.toThrow();
  const entry = lines.findIndex((line) => line.startsWith('{"table":"public.audit_event"')) + 1;
  await expect(
    restoreBackup(
      changed((all) => all.with(entry, (all[entry] ?? "").replace("\tok\t", "\tfailed\t"))),
      target,
    ),
  ).rejects.toThrow(/Audit chains are broken/);
  await expect(
    restoreBackup(
      changed((all) => all.with(0, (all[0] ?? "").replace("006-", "999-"))),
      target,
    ),
  ).rejects.toThrow(/newer than this one/);
  writeFileSync(file, "no backup");
  await expect(restoreBackup(createReadStream(file), target)).rejects.toThrow(
    /not a backup of Boreal/,
  );

  const client = new pg.Client(target);
  await client.connect();
  expect(await countRows(client, "user_account")).toBe(0);
  await client.end();
  await restoreBackup(Readable.from([whole]), target);
  expect(await contents(target)).toEqual(await contents(sourceUrl));
});

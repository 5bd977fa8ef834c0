import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { DirectoryInUseError } from "../lib/directory-lock.ts";
import { type RunningPostgres, startPostgres } from "./postgres.ts";

const folders: string[] = [];
const servers: RunningPostgres[] = [];
const holders: ChildProcess[] = [];

afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill("SIGKILL");
  for (const server of servers.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "boreal-postgres-test-"));
  folders.push(folder);
  return folder;
}

async function start(dataDir: string, durable = false): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir, durable });
  servers.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: "array" });
    return rows.flat();
  } finally {
    await client.end();
  }
}

/** Another process that starts the server on the folder and keeps it until it is killed. */
async function startElsewhere(dataDir: string): Promise<{ url: string; kill(): Promise<void> }> {
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL("./postgres.ts", import.meta.url).href)};
    const server = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: true });
    console.log(server.url("boreal"));
  `;
  const holder = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  holders.push(holder);
  const url = await new Promise<string>((resolve, reject) => {
    holder.once("exit", (code) => reject(new Error(`The holder ended with ${code}.`)));
    createInterface({ input: holder.stdout }).once("line", resolve);
  });
  return {
    url,
    kill: () =>
      new Promise((resolve) => {
        holder.once("exit", () => resolve());
        holder.kill("SIGKILL");
      }),
  };
}

test("a fresh folder gets a UTF-8 database whose owner is no superuser", async () => {
  const server = await start(freshFolder());
  expect(server.reused).toBe(false);
  const url = server.url("boreal");
  expect(await ask(url, "show server_encoding")).toEqual(["UTF8"]);
  expect(
    await ask(
      url,
      "select rolname, rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user",
    ),
  ).toEqual(["boreal", false, true, true]);
  expect(
    await ask(url, "select lower('ÅÄÖ'), datlocprovider from pg_database where datname = 'boreal'"),
  ).toEqual(["åäö", "b"]);
  await expect(ask(url.replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toThrow(/password/);
});

test("data and the port stay over a stop and a start", async () => {
  const folder = freshFolder();
  const first = await start(folder);
  await ask(first.url("boreal"), "create table kept as select 41 as answer");
  await first.stop();

  const second = await start(folder);
  expect(second.reused).toBe(true);
  expect(second.port).toBe(first.port);
  expect(await ask(second.url("boreal"), "select answer from kept")).toEqual([41]);
});

test("a second start on a folder in use is refused and says by whom", async () => {
  const folder = freshFolder();
  const elsewhere = await startElsewhere(folder);
  await expect(startPostgres({ dataDir: folder, durable: true })).rejects.toThrow(
    DirectoryInUseError,
  );
  await expect(startPostgres({ dataDir: folder, durable: true })).rejects.toThrow(
    /in use by the running process \d+/,
  );
  expect(await ask(elsewhere.url, "select 1")).toEqual([1]);
  await elsewhere.kill();
  // The killed holder's server is on its way down: the takeover waits for it, so the folder can go.
  await start(folder);
});

test("what was committed survives a kill -9 of the starter, and the next start takes over", async () => {
  const folder = freshFolder();
  const elsewhere = await startElsewhere(folder);
  await ask(elsewhere.url, "create table kept as select 42 as answer");
  await elsewhere.kill();

  const next = await start(folder, true);
  expect(await ask(next.url("boreal"), "select answer from kept")).toEqual([42]);
});

test("what was committed survives a kill -9 of the server itself", async () => {
  const folder = freshFolder();
  const first = await start(folder, true);
  await ask(first.url("boreal"), "create table kept as select 43 as answer");
  process.kill(first.pid, "SIGKILL");
  await first.ended;
  await first.stop();

  const next = await start(folder, true);
  expect(await ask(next.url("boreal"), "select answer from kept")).toEqual([43]);
});

test("a folder below one that nobody else may enter is fine, and stays closed", async () => {
  const closed = freshFolder();
  chmodSync(closed, 0o700);
  const server = await start(join(closed, "data"));
  expect(await ask(server.url("boreal"), "select 1")).toEqual([1]);
  expect(statSync(closed).mode & 0o077).toBe(0);
  expect(statSync(join(closed, "data", "settings.json")).mode & 0o077).toBe(0);
});

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

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: "array" });
    return rows.flat();
  } finally {
    await client.end();
  }
}

/** Starts the server in another process, which runs until it is killed. */
async function startInOtherProcess(
  dataDir: string,
): Promise<{ url: string; kill(): Promise<void> }> {
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

test("creates a UTF-8 database whose owner is not a superuser", async () => {
  const server = await start(freshFolder());
  expect(server.reused).toBe(false);
  const url = server.url("boreal");
  expect(await query(url, "show server_encoding")).toEqual(["UTF8"]);
  expect(
    await query(
      url,
      "select rolname, rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user",
    ),
  ).toEqual(["boreal", false, true, true]);
  expect(
    await query(
      url,
      "select lower('ÅÄÖ'), datlocprovider from pg_database where datname = 'boreal'",
    ),
  ).toEqual(["åäö", "b"]);
  await expect(query(url.replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toThrow(/password/);
});

test("keeps the data and the port across a restart", async () => {
  const folder = freshFolder();
  const first = await start(folder);
  await query(first.url("boreal"), "create table saved as select 41 as value");
  await first.stop();

  const second = await start(folder);
  expect(second.reused).toBe(true);
  expect(second.port).toBe(first.port);
  expect(await query(second.url("boreal"), "select value from saved")).toEqual([41]);
});

test("rejects a second start on a folder in use and names the process", async () => {
  const folder = freshFolder();
  const otherProcess = await startInOtherProcess(folder);
  await expect(startPostgres({ dataDir: folder, durable: true })).rejects.toThrow(
    DirectoryInUseError,
  );
  await expect(startPostgres({ dataDir: folder, durable: true })).rejects.toThrow(
    /in use by the running process \d+/,
  );
  expect(await query(otherProcess.url, "select 1")).toEqual([1]);
  await otherProcess.kill();
  // The killed process's server is still stopping. Starting again waits for it, so the folder can be deleted.
  await start(folder);
});

test("committed data survives kill -9 of the starting process, and the next start takes over", async () => {
  const folder = freshFolder();
  const otherProcess = await startInOtherProcess(folder);
  await query(otherProcess.url, "create table saved as select 42 as value");
  await otherProcess.kill();

  const next = await start(folder, true);
  expect(await query(next.url("boreal"), "select value from saved")).toEqual([42]);
});

test("committed data survives kill -9 of the server", async () => {
  const folder = freshFolder();
  const first = await start(folder, true);
  await query(first.url("boreal"), "create table saved as select 43 as value");
  process.kill(first.pid, "SIGKILL");
  await first.ended;
  await first.stop();

  const next = await start(folder, true);
  expect(await query(next.url("boreal"), "select value from saved")).toEqual([43]);
});

test("runs in a folder whose parent is private, and keeps it private", async () => {
  const privateFolder = freshFolder();
  chmodSync(privateFolder, 0o700);
  const server = await start(join(privateFolder, "data"));
  expect(await query(server.url("boreal"), "select 1")).toEqual([1]);
  expect(statSync(privateFolder).mode & 0o077).toBe(0);
  expect(statSync(join(privateFolder, "data", "settings.json")).mode & 0o077).toBe(0);
});

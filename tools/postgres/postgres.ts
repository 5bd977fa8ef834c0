/** Starts and stops the embedded PostgreSQL. It ends with the process that started it. */
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { type DirectoryLock, lockDirectory } from "../lib/directory-lock.ts";
import { freePort } from "../lib/free-port.ts";
import { LogFile } from "../lib/log-file.ts";
import { postgresBinaries } from "./postgres-binaries.ts";
import {
  createCluster,
  endOrphan,
  spawnAsClusterUser,
  type ClusterLocation,
  clusterLocation,
  STOP_TIMEOUT_MS,
} from "./postgres-cluster.ts";

const MAX_START_ATTEMPTS = 20;
const START_TIMEOUT_MS = 60_000;

export type PostgresUser = "postgres" | "boreal";

export type RunningPostgres = {
  /** `boreal` owns the database of that name and migrates it; `postgres` is the superuser. */
  url(database: string, user?: PostgresUser): string;
  port: number;
  pid: number;
  /** Whether the folder contained a database already. */
  reused: boolean;
  /** Drops the database `boreal` and creates it again. */
  recreate(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves with the last lines of the log when the server ends, for any reason. */
  ended: Promise<string>;
};

const Settings = z.object({
  port: z.int(),
  superuserPassword: z.string(),
  ownerPassword: z.string(),
});
type Settings = z.infer<typeof Settings>;

/** For tests: no write waits for the disk, so a crash may lose all data. */
const UNSAFE_FAST_SETTINGS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  // Several test environments run concurrently, some with several processes each.
  "max_connections=400",
  "min_wal_size=32MB",
  "max_wal_size=128MB",
  "autovacuum_naptime=10min",
];

const BASE_SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  "shared_buffers=128MB",
  "jit=off",
  "timezone=UTC",
  "log_timezone=UTC",
];

function readSettings(dataDir: string): Settings | null {
  const file = join(dataDir, "settings.json");
  return existsSync(file) ? Settings.parse(JSON.parse(readFileSync(file, "utf8"))) : null;
}

function writeSettings(dataDir: string, settings: Settings): void {
  const file = join(dataDir, "settings.json");
  writeFileSync(`${file}.next`, JSON.stringify(settings), { mode: 0o600 });
  renameSync(`${file}.next`, file);
}

type Attempt = { child: ChildProcess; ended: Promise<string>; failure: string | null };

/** Resolves when the server accepts connections, or with the reason why it did not start. */
function tryStart(
  location: ClusterLocation,
  postgres: string,
  settings: string[],
  logFile: string,
): Promise<Attempt> {
  const child = spawnAsClusterUser(location, postgres, [
    ...["-D", `${location.asSeenByServer}/cluster`],
    ...settings.flatMap((setting) => ["-c", setting]),
  ]);
  const log = new LogFile(logFile);
  let recent = "";
  return new Promise((resolve) => {
    const ended = new Promise<string>((settle) => {
      child.once("error", (error) => settle(error.message));
      child.once("close", () => settle(recent.trim()));
    });
    const timer = setTimeout(() => child.kill("SIGINT"), START_TIMEOUT_MS);
    const decide = (failure: string | null) => {
      clearTimeout(timer);
      resolve({ child, ended, failure });
    };
    const read = (chunk: Buffer) => {
      log.write(chunk);
      recent = (recent + chunk.toString()).slice(-4_000);
      if (recent.includes("ready to accept connections")) decide(null);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    void ended.then((lines) => {
      log.end();
      decide(lines);
    });
  });
}

async function withSuperuser(
  url: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(url);
  client.on("error", () => {
    // A lost connection rejects the running query. Without a listener it would also end this process.
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The owner may create databases and roles. It is not a superuser, so row-level security applies to it. */
async function ensureOwner(client: pg.Client, password: string): Promise<void> {
  const roles = await client.query("select 1 from pg_roles where rolname = 'boreal'");
  if (roles.rowCount === 0) {
    await client.query("create role boreal login nosuperuser createrole createdb");
  }
  await client.query(`alter role boreal password ${client.escapeLiteral(password)}`);
  const databases = await client.query("select 1 from pg_database where datname = 'boreal'");
  if (databases.rowCount === 0) await client.query("create database boreal owner boreal");
}

async function recreateDatabase(client: pg.Client): Promise<void> {
  await client.query("drop database if exists boreal with (force)");
  await client.query("create database boreal owner boreal");
}

async function stopServer(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

async function startLocked(
  options: PostgresOptions,
  lock: DirectoryLock,
): Promise<RunningPostgres> {
  const { dataDir, durable, settings: ownSettings = [] } = options;
  const location = clusterLocation(dataDir);
  const cluster = join(location.folder, "cluster");
  const programs = postgresBinaries(location.asOtherUser);

  const reused = existsSync(cluster);
  const password = () => randomBytes(24).toString("base64url");
  const previous = readSettings(dataDir);
  const settings: Settings = {
    port: options.port ?? (await freePort(previous?.port)),
    superuserPassword: previous?.superuserPassword ?? password(),
    ownerPassword: previous?.ownerPassword ?? password(),
  };
  writeSettings(dataDir, settings);
  if (reused) await endOrphan(cluster);
  else await createCluster(location, programs.initdb, settings.superuserPassword, durable);

  const logFile = join(dataDir, "postgres.log");
  rmSync(logFile, { force: true });
  for (let start = 1; ; start++) {
    const { child, ended, failure } = await tryStart(
      location,
      programs.postgres,
      [
        ...BASE_SETTINGS,
        ...(durable ? [] : UNSAFE_FAST_SETTINGS),
        ...ownSettings,
        `port=${settings.port}`,
      ],
      logFile,
    );
    if (failure !== null) {
      // The child processes of a killed server hold its shared memory a little longer.
      const isTransient = /pre-existing shared memory block/.test(failure);
      const isPortTaken = /could not bind|Address already in use/i.test(failure);
      if (
        start < MAX_START_ATTEMPTS &&
        (isTransient || (isPortTaken && options.port === undefined))
      ) {
        if (isPortTaken) settings.port = await freePort();
        writeSettings(dataDir, settings);
        await delay(250);
        continue;
      }
      throw new Error(`PostgreSQL did not start:\n${failure}`);
    }

    const url = (database: string, user: PostgresUser = "boreal") => {
      const secret = user === "boreal" ? settings.ownerPassword : settings.superuserPassword;
      return `postgres://${user}:${secret}@127.0.0.1:${settings.port}/${database}`;
    };
    const adminUrl = url("postgres", "postgres");
    const recreate = () => withSuperuser(adminUrl, recreateDatabase);
    const stopOnExit = () => child.kill("SIGINT");
    process.once("exit", stopOnExit);
    const stop = async () => {
      await stopServer(child, ended);
      process.off("exit", stopOnExit);
      lock.release();
    };
    try {
      if (child.pid !== undefined) lock.adopt(child.pid);
      await withSuperuser(adminUrl, (client) => ensureOwner(client, settings.ownerPassword));
    } catch (error) {
      await stop();
      throw error;
    }
    return { url, port: settings.port, pid: child.pid ?? 0, reused, recreate, stop, ended };
  }
}

/** Connection URL of the database `boreal`, as its owner, of the server that runs on the folder. */
export function runningUrl(dataDir: string): string {
  const settings = readSettings(dataDir);
  if (settings === null) throw new Error(`There is no PostgreSQL in ${dataDir}.`);
  return `postgres://boreal:${settings.ownerPassword}@127.0.0.1:${settings.port}/boreal`;
}

interface PostgresOptions {
  dataDir: string;
  /** False for tests only: a crash may then lose the data. */
  durable: boolean;
  port?: number;
  /** More settings, such as `shared_buffers=2GB`. */
  settings?: readonly string[];
}

/** Starts PostgreSQL on `dataDir`; throws DirectoryInUseError while another process uses it. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  chmodSync(options.dataDir, 0o700);
  const dataDir = realpathSync(options.dataDir);
  const lock = lockDirectory(dataDir, "owner.json");
  try {
    return await startLocked({ ...options, dataDir }, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The database of a command: the one of DATABASE_URL, or the embedded PostgreSQL, which is started if needed. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { DirectoryInUseError } from "../lib/directory-lock.ts";
import { runningUrl, startPostgres } from "./postgres.ts";
import { root } from "../lib/run-command.ts";

export interface CommandDatabase {
  readonly url: string;
  /** Null if unknown. */
  readonly secret: Buffer | null;
  /** The data folder of the embedded PostgreSQL; null with DATABASE_URL. */
  readonly dataDir: string | null;
  stop(): Promise<void>;
}

const Manifest = z.object({ version: z.string() });

export const borealVersion = (): string =>
  Manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).version;

const decodeSecret = (text: string | undefined): Buffer | null =>
  text === undefined || text === "" ? null : Buffer.from(text, "base64");

export async function openCommandDatabase(
  environment: Record<string, string | undefined>,
  { mayCreate }: { mayCreate: boolean },
): Promise<CommandDatabase> {
  const databaseUrl = environment["DATABASE_URL"] ?? "";
  const secret = decodeSecret(environment["BOREAL_SECRET"]);
  if (databaseUrl !== "")
    return { url: databaseUrl, secret, dataDir: null, stop: async () => undefined };
  const dataDir = resolve(environment["BOREAL_DATA"] || ".data");
  const folder = join(dataDir, "postgres");
  if (!mayCreate && !existsSync(folder))
    throw new Error(`There is no data in ${dataDir}. Set BOREAL_DATA or DATABASE_URL.`);
  const secretFile = join(dataDir, "secret");
  const stored = existsSync(secretFile)
    ? decodeSecret(readFileSync(secretFile, "utf8").trim())
    : null;
  const common = { secret: secret ?? stored, dataDir };
  try {
    const server = await startPostgres({ dataDir: folder, durable: true });
    return { ...common, url: server.url("boreal"), stop: () => server.stop() };
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    return { ...common, url: runningUrl(folder), stop: async () => undefined };
  }
}

/** Runs a command and ends the process. An error is printed as its message, without a stack trace. */
export async function runAsCommand(run: () => Promise<void>): Promise<never> {
  try {
    await run();
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

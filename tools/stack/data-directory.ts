/** The data folder of a local stack: its lock, secret and ports. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type DirectoryLock, lockDirectory } from "../lib/directory-lock.ts";
import { freePort } from "../lib/free-port.ts";
import { waitUntilGone } from "../lib/process-identity.ts";

const ORPHAN_GRACE_MS = 3_000;
const SECRET_BYTES = 32;

const Ports = z.object({
  openstack: z.int(),
  foreman: z.int(),
  smtp: z.int(),
  inbox: z.int(),
  google: z.int(),
  github: z.int(),
  stripe: z.int(),
});
export type Ports = z.infer<typeof Ports>;

export type DataDirectory = { path: string; lock: DirectoryLock };

async function endOrphans(lock: DirectoryLock): Promise<void> {
  for (const orphan of lock.orphans) {
    if (await waitUntilGone(orphan, ORPHAN_GRACE_MS)) continue;
    process.kill(orphan.pid, "SIGKILL");
    await waitUntilGone(orphan, ORPHAN_GRACE_MS);
  }
}

/** Throws DirectoryInUseError if another process uses the folder; ends processes that a killed start left running. */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  mkdirSync(join(path, "logs"), { recursive: true });
  chmodSync(path, 0o700);
  const real = realpathSync(path);
  const lock = lockDirectory(real, "running.json");
  await endOrphans(lock);
  return { path: real, lock };
}

/** The secret from which all keys of this installation are derived, in base64. */
export function readOrCreateSecret(folder: DataDirectory): string {
  const file = join(folder.path, "secret");
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(SECRET_BYTES).toString("base64"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}

/** Returns the ports of the previous start if they are still free. Never returns the server's port. */
export async function resolvePorts(
  folder: DataDirectory,
  { host: pagesHost, port: serverPort }: { host: string; port: number },
): Promise<Ports> {
  const file = join(folder.path, "ports.json");
  const previous = existsSync(file)
    ? Ports.partial().parse(JSON.parse(readFileSync(file, "utf8")))
    : null;
  const reserved = [serverPort];
  const choose = async (name: keyof Ports, host?: string) => {
    const port = await freePort(previous?.[name], { host, reserved });
    reserved.push(port);
    return port;
  };
  const ports = {
    openstack: await choose("openstack"),
    foreman: await choose("foreman"),
    smtp: await choose("smtp"),
    inbox: await choose("inbox", pagesHost),
    google: await choose("google", pagesHost),
    github: await choose("github", pagesHost),
    stripe: await choose("stripe", pagesHost),
  };
  writeFileSync(file, JSON.stringify(ports));
  return ports;
}

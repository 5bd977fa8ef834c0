/**
 * The folder of one PostgreSQL cluster, and its programs run on it as the right user.
 *
 * PostgreSQL refuses to run as root. Started by root it runs as `nobody`, who may not be able to enter the
 * folders above the data: it is handed the open folder itself (descriptor 3) and reaches the data by that.
 */
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { withParentDeathSignal } from "../lib/parent-death-signal.ts";
import {
  identifyProcess,
  isPidAlive,
  processName,
  waitUntilGone,
} from "../lib/process-identity.ts";

const NOBODY = 65534;

/** How long a server may take to end before it is made to. */
export const STOP_TIMEOUT_MS = 20_000;

export type ClusterLocation = {
  /** The folder the server's user owns. */
  folder: string;
  /** How the server and initdb name that folder. */
  asSeenByServer: string;
  asOtherUser: boolean;
};

export function clusterLocation(dataDir: string): ClusterLocation {
  const folder = join(dataDir, "server");
  const asOtherUser = process.getuid?.() === 0;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (asOtherUser) chownSync(folder, NOBODY, NOBODY);
  return { folder, asSeenByServer: asOtherUser ? "/proc/self/fd/3" : folder, asOtherUser };
}

/** Runs one of PostgreSQL's programs as the server's user; it is told when we die, where the system can. */
export function spawnAsClusterUser(
  place: ClusterLocation,
  program: string,
  args: string[],
): ChildProcess {
  const [command, ...rest] = withParentDeathSignal("INT", [program, ...args]);
  const folderDescriptor = place.asOtherUser ? openSync(place.folder, "r") : null;
  const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
  if (folderDescriptor !== null) stdio.push(folderDescriptor);
  try {
    return spawn(command, rest, {
      stdio,
      cwd: "/",
      // Its own group, so that a Ctrl-C in the terminal reaches us first and the server goes down last.
      detached: true,
      env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
      ...(place.asOtherUser ? { uid: NOBODY, gid: NOBODY } : {}),
    });
  } finally {
    if (folderDescriptor !== null) closeSync(folderDescriptor);
  }
}

/** Made aside and renamed at the end, so that a first start that was killed leaves no half database. */
export async function createCluster(
  place: ClusterLocation,
  initdb: string,
  password: string,
  durable: boolean,
) {
  const passwordFile = join(place.folder, "password");
  rmSync(join(place.folder, "cluster.next"), { recursive: true, force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (place.asOtherUser) chownSync(passwordFile, NOBODY, NOBODY);
  const child = spawnAsClusterUser(place, initdb, [
    ...["--pgdata", `${place.asSeenByServer}/cluster.next`],
    ...["--username", "postgres", "--pwfile", `${place.asSeenByServer}/password`],
    ...["--auth", "scram-sha-256", "--encoding", "UTF8"],
    ...["--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--no-locale"],
    ...(durable ? [] : ["--no-sync"]),
  ]);
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  rmSync(passwordFile, { force: true });
  if (code !== 0) throw new Error(`PostgreSQL could not be prepared:\n${output.trim()}`);
  renameSync(join(place.folder, "cluster.next"), join(place.folder, "cluster"));
}

function postmasterPid(cluster: string): number | null {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || processName(pid) !== "postgres") return null;
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster) ? pid : null;
  } catch {
    // Without /proc the program's name has to do.
    return existsSync("/proc/self") ? null : pid;
  }
}

/** A server whose starter was killed: it is on its way down, or was never told. */
export async function endOrphan(cluster: string): Promise<void> {
  const pid = postmasterPid(cluster);
  if (pid !== null && isPidAlive(pid)) {
    const orphan = identifyProcess(pid);
    process.kill(pid, "SIGINT");
    if (!(await waitUntilGone(orphan, STOP_TIMEOUT_MS))) {
      process.kill(pid, "SIGQUIT");
      await waitUntilGone(orphan, STOP_TIMEOUT_MS);
    }
  }
  // Any live server of this folder is gone by now: what the file still names is another program.
  rmSync(join(cluster, "postmaster.pid"), { force: true });
}

/**
 * The folder of a PostgreSQL cluster, and how PostgreSQL's programs run on it.
 *
 * PostgreSQL does not run as root. Started by root it runs as the user `nobody`, who may not be able to enter the
 * folders above the data. It therefore inherits the open folder as descriptor 3 and accesses the data through it.
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

/** How long a server may take to stop before it is forced to. */
export const STOP_TIMEOUT_MS = 20_000;

export type ClusterLocation = {
  /** Owned by the server's user. */
  folder: string;
  /** The path of that folder for the server and initdb. */
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

/** Runs one of PostgreSQL's programs as the server's user. It is stopped when this process dies, if setpriv exists. */
export function spawnAsClusterUser(
  location: ClusterLocation,
  program: string,
  args: string[],
): ChildProcess {
  const [command, ...rest] = withParentDeathSignal("INT", [program, ...args]);
  const folderDescriptor = location.asOtherUser ? openSync(location.folder, "r") : null;
  const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
  if (folderDescriptor !== null) stdio.push(folderDescriptor);
  try {
    return spawn(command, rest, {
      stdio,
      cwd: "/",
      // A process group of its own: Ctrl-C reaches only this process, which stops the database last.
      detached: true,
      env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
      ...(location.asOtherUser ? { uid: NOBODY, gid: NOBODY } : {}),
    });
  } finally {
    if (folderDescriptor !== null) closeSync(folderDescriptor);
  }
}

/** Creates the cluster under a temporary name and renames it, so that a killed first start leaves no partial cluster. */
export async function createCluster(
  location: ClusterLocation,
  initdb: string,
  password: string,
  durable: boolean,
) {
  const passwordFile = join(location.folder, "password");
  rmSync(join(location.folder, "cluster.next"), { recursive: true, force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (location.asOtherUser) chownSync(passwordFile, NOBODY, NOBODY);
  const child = spawnAsClusterUser(location, initdb, [
    ...["--pgdata", `${location.asSeenByServer}/cluster.next`],
    ...["--username", "postgres", "--pwfile", `${location.asSeenByServer}/password`],
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
  if (code !== 0) throw new Error(`Creating the PostgreSQL cluster failed:\n${output.trim()}`);
  renameSync(join(location.folder, "cluster.next"), join(location.folder, "cluster"));
}

function postmasterPid(cluster: string): number | null {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || processName(pid) !== "postgres") return null;
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster) ? pid : null;
  } catch {
    // Without /proc only the program name can be checked.
    return existsSync("/proc/self") ? null : pid;
  }
}

/** Stops a server whose starting process was killed. It may be shutting down, or still be running without setpriv. */
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
  // No server of this folder is running any more, so a process id left in the file belongs to another program.
  rmSync(join(cluster, "postmaster.pid"), { force: true });
}

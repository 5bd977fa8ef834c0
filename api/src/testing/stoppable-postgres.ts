/** A PostgreSQL server for one test that can be stopped at any time, and a proxy to it that can drop all traffic. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../../tools/postgres/postgres.ts";

/** Process ids of the server and of its children. */
function listProcesses(pid: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentPid(other) === pid);
  return [pid, ...children];
}

const isServerAlive = (pid: number): boolean => parentPid(pid) !== null;

function parentPid(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name is in parentheses and may contain spaces.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

/** Mounts a file system of the given size for the data directory; requires root. */
function mountDisk(folder: string, mb: number): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mb}m,mode=0755`, "tmpfs", folder]);
}

/** Null if a file system can be mounted; otherwise the reason. */
export function diskUnavailableReason(): string | null {
  if (process.getuid?.() !== 0) return "mounting a file system requires root";
  const folder = mkdtempSync(join(tmpdir(), "boreal-disk-"));
  try {
    mountDisk(folder, 1);
    execFileSync("umount", [folder]);
    return null;
  } catch {
    return "mounting is not allowed on this host";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fill(file: string): void {
  const block = Buffer.alloc(64 * 1024);
  const descriptor = openSync(file, "a");
  try {
    for (let size = block.length; size >= 1; size = Math.floor(size / 2)) {
      for (;;) {
        try {
          if (writeSync(descriptor, block, 0, size) < size) break;
        } catch {
          break;
        }
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

export async function startStoppablePostgres({ diskMb }: { diskMb?: number } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "boreal-outage-"));
  if (diskMb !== undefined) mountDisk(dataDir, diskMb);
  let server = await startPostgres({ dataDir, durable: false });
  const { port } = server;
  let frozen: number[] = [];
  const startAgain = async () => {
    server = await startPostgres({ dataDir, durable: false, port });
  };
  const thaw = () => {
    for (const pid of frozen.splice(0)) process.kill(pid, "SIGCONT");
  };
  return {
    port,
    url: (database = "boreal") => server.url(database),
    superuserUrl: (database = "boreal") => server.url(database, "postgres"),
    /** Connections stay open, but get no more responses. */
    freeze: () => {
      // Stops the server process first, so that it starts no new child while its children are being stopped.
      process.kill(server.pid, "SIGSTOP");
      frozen = listProcesses(server.pid);
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
    },
    thaw,
    isFrozen: () => frozen.length > 0,
    shutDown: () => server.stop(),
    startAgain,
    /** Restarts a crashed server, as a service manager does. */
    startIfEnded: async () => {
      if (!isServerAlive(server.pid)) {
        await server.stop();
        await startAgain();
      }
    },
    /** Fills the disk to the last byte. */
    fillDisk: () => fill(join(dataDir, "filling")),
    freeDisk: () => rmSync(join(dataDir, "filling"), { force: true }),
    end: async () => {
      thaw();
      await server.stop();
      if (diskMb !== undefined) execFileSync("umount", ["--lazy", dataDir]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type StoppablePostgres = Awaited<ReturnType<typeof startStoppablePostgres>>;

/**
 * Forwards bytes in both directions until `dropTraffic` is called. `rewriteFirst` may rewrite the first bytes of a client.
 */
export async function startTcpProxy(
  port: number,
  rewriteFirst: (first: Buffer) => Buffer = (first) => first,
) {
  const open = new Set<Socket>();
  let isDropping = false;
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        open.delete(socket);
        if (!isDropping) (socket === client ? upstream : client).destroy();
      });
    }
    let isFirst = true;
    client.on("data", (bytes) => {
      const sent = isFirst ? rewriteFirst(bytes) : bytes;
      isFirst = false;
      if (!isDropping) upstream.write(sent);
    });
    upstream.on("data", (bytes) => {
      if (!isDropping) client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: listeningPort(server),
    /** From now on drops all bytes, like a network without a route: connections are neither refused nor closed. */
    dropTraffic: () => {
      isDropping = true;
    },
    /** Existing connections stay dead; new ones work. */
    resumeTraffic: () => {
      for (const socket of open) socket.pause();
      isDropping = false;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

const listeningPort = (server: Server): number => {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

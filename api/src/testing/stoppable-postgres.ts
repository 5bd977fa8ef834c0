/** A PostgreSQL of a test's own that can be stopped in the middle of its work, and a wire to it that can fall silent. */
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

/** Ids of the server and of everything it started. */
function processesOf(pid: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid);
  return [pid, ...children];
}

const isServerAlive = (pid: number): boolean => parentOf(pid) !== null;

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name stands in brackets and may hold blanks.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

/** With `diskMb` it lies on a file system of its own of that size, which only root may make. */
function mountDisk(folder: string, mb: number): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mb}m,mode=0755`, "tmpfs", folder]);
}

/** Null where such a disk can be made; otherwise why not. */
export function whyNoDisk(): string | null {
  if (process.getuid?.() !== 0) return "only root may make a small file system";
  const folder = mkdtempSync(join(tmpdir(), "boreal-disk-"));
  try {
    mountDisk(folder, 1);
    execFileSync("umount", [folder]);
    return null;
  } catch {
    return "this machine does not let root make a file system";
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
    /** Connections stay open and nothing is answered any more. */
    freeze: () => {
      // The server first: it starts nothing new while its children are stopped.
      process.kill(server.pid, "SIGSTOP");
      frozen = processesOf(server.pid);
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
    },
    thaw,
    isFrozen: () => frozen.length > 0,
    shutDown: () => server.stop(),
    startAgain,
    /** As whatever keeps a service running does it. */
    startIfEnded: async () => {
      if (!isServerAlive(server.pid)) {
        await server.stop();
        await startAgain();
      }
    },
    /** Takes what is left of the disk, to the last byte. */
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

/** Passes bytes on to the port, both ways, until it is told to swallow them. `change` may rewrite what a client sends first. */
export async function startWireTo(
  port: number,
  change: (first: Buffer) => Buffer = (first) => first,
) {
  const open = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        open.delete(socket);
        if (!isSilent) (socket === near ? far : near).destroy();
      });
    }
    let isFirst = true;
    near.on("data", (bytes) => {
      const sent = isFirst ? change(bytes) : bytes;
      isFirst = false;
      if (!isSilent) far.write(sent);
    });
    far.on("data", (bytes) => {
      if (!isSilent) near.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: portOf(server),
    /** From now on bytes vanish, as in a network that lost the way: no connection is refused, and none breaks. */
    fallSilent: () => {
      isSilent = true;
    },
    /** Connections of the silence stay dead; new ones work. */
    speakAgain: () => {
      for (const socket of open) socket.pause();
      isSilent = false;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

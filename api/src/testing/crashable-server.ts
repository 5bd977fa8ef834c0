/**
 * Boreal as operating system processes that tests can kill, and a proxy to the cloud that kills them at a chosen
 * request.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { freePort } from "../../../tools/lib/free-port.ts";
import { startOpenstackEmulator } from "#emulators/openstack/emulator.ts";
import { systemClock } from "../core/lib/clock.ts";
import { openDatabase } from "../core/db/db.ts";
import { deriveKeyring } from "../core/lib/crypto.ts";
import { TestClient } from "./client.ts";
import { compileCacheFolder } from "./compile-cache.ts";
import { createTestDatabase } from "./test-database.ts";

const secret = Buffer.alloc(32, 7);
const fastTimings = {
  scheduleMs: 50,
  networkMs: 50,
  spawnMs: 300,
  startMs: 100,
  stopMs: 100,
  rebootMs: 100,
  hardRebootMs: 100,
  deleteMs: 200,
};

/**
 * A cloud request at which the process is killed: before the cloud receives it, or after the cloud executed it but
 * before the response arrives.
 */
export interface CrashPoint {
  method: string;
  path: RegExp;
  when: "before" | "after";
}

/** Starts a database, the cloud emulator and one Boreal process, on the real clock. */
export async function startCrashableServer({
  role = "all",
  database: providedDatabase,
}: {
  role?: "all" | "api";
  database?: { url: string; drop(): Promise<void> };
} = {}) {
  const database = providedDatabase ?? (await createTestDatabase());
  const db = openDatabase({ url: database.url, poolSize: 3, onError: () => undefined });
  const emulator = await startOpenstackEmulator({
    port: 0,
    clock: systemClock,
    timings: fastTimings,
  });
  let running: { child: ChildProcess; url: string } | null = null;
  let pendingCrash: { crashPoint: CrashPoint; onKilled: () => void } | null = null;
  const proxy = await startProxy(new URL(emulator.url), async (method, path, when) => {
    if (
      pendingCrash === null ||
      pendingCrash.crashPoint.when !== when ||
      pendingCrash.crashPoint.method !== method ||
      !pendingCrash.crashPoint.path.test(path)
    )
      return;
    const { onKilled } = pendingCrash;
    pendingCrash = null;
    await kill();
    onKilled();
  });

  async function kill(): Promise<void> {
    const child = running?.child;
    running = null;
    if (child === undefined) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await exited;
  }

  async function start(): Promise<void> {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      ["api/src/testing/killed-server.ts", ...(role === "api" ? ["--role", role] : [])],
      {
        env: {
          PATH: process.env["PATH"],
          PORT: String(port),
          DATABASE_URL: database.url,
          DATABASE_POOL_SIZE: "4",
          SMTP_URL: "smtp://127.0.0.1:9",
          // Compiled modules of the first process serve the later ones.
          NODE_COMPILE_CACHE: compileCacheFolder,
          WORKER_DEAD_AFTER_SECONDS: "3",
          BOREAL_DEFAULT_LIMITS: JSON.stringify({ instances: 1000, monthly_spend: 100_000_000 }),
          BOREAL_SECRET: secret.toString("base64"),
          BOREAL_REGIONS: JSON.stringify({
            lulea: {
              compute: {
                provider: "openstack",
                authUrl: `http://127.0.0.1:${proxy.port}/identity/v3`,
                username: "boreal",
                password: "boreal-emulator",
                projectName: "boreal",
                regionName: "lulea",
                networkName: "private",
                externalNetworkName: "public",
              },
            },
          }),
        },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    running = { child, url: `http://127.0.0.1:${port}` };
    await new Promise<void>((resolve, reject) => {
      let lastLine = "";
      createInterface({ input: child.stdout }).on("line", (line) => {
        lastLine = line;
        if (/"msg":\s*"ready"/.test(line)) resolve();
      });
      child.once("exit", (code) =>
        reject(new Error(`The process ended with ${code} before it was ready: ${lastLine}`)),
      );
    });
  }

  await start();
  return {
    db,
    databaseUrl: database.url,
    clock: systemClock,
    keys: deriveKeyring(secret),
    emulator,
    start: () => start(),
    kill,
    createClient: () => new TestClient(running?.url ?? ""),
    /** URL of the current process. */
    url: () => running?.url ?? "",
    /** Kills the process at that crash point; resolves when it is dead. */
    killAt: (crashPoint: CrashPoint) =>
      new Promise<void>((resolve) => {
        pendingCrash = { crashPoint, onKilled: resolve };
      }),
    stop: async () => {
      await kill();
      await new Promise((resolve) => {
        proxy.server.close(resolve);
        proxy.server.closeAllConnections();
      });
      await emulator.stop();
      await db.close();
      await database.drop();
    },
  };
}

export type CrashableServer = Awaited<ReturnType<typeof startCrashableServer>>;

/**
 * Forwards requests to the cloud with the proxy's Host header, so that the service catalog points back to the proxy.
 */
async function startProxy(
  cloud: URL,
  onRequest: (method: string, path: string, when: CrashPoint["when"]) => Promise<void>,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const handle = async () => {
      const method = request.method ?? "GET";
      const path = request.url ?? "/";
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      await onRequest(method, path, "before");
      if (request.socket.destroyed) return;
      const { status, headers, body } = await forward(
        cloud,
        method,
        path,
        request.headers,
        Buffer.concat(chunks),
      );
      await onRequest(method, path, "after");
      response.writeHead(status, headers).end(body);
    };
    handle().catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: serverPort(server) };
}

function forward(
  cloud: URL,
  method: string,
  path: string,
  headers: NodeJS.Dict<string | string[]>,
  body: Buffer,
) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const forwarded = httpRequest(
        { host: cloud.hostname, port: cloud.port, method, path, headers, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 502,
              headers: response.headers,
              body: Buffer.concat(chunks),
            }),
          );
        },
      );
      forwarded.once("error", reject);
      forwarded.end(body);
    },
  );
}

const serverPort = (server: Server): number => {
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

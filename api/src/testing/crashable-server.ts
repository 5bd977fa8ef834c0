/** Boreal as processes of the operating system, which can be killed; and a wire to the cloud that kills at a chosen moment. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { freePort } from "../../../tools/lib/free-port.ts";
import { startOpenstackEmulator } from "#emulators/openstack/emulator.ts";
import { systemClock } from "../core/lib/clock.ts";
import { openDatabase } from "../core/db/db.ts";
import { deriveKeyring } from "../core/lib/crypto.ts";
import { TestClient } from "./client.ts";
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

/** A call to the cloud at which the process dies: before the cloud hears it, or after it did it but before it is told. */
export interface CrashPoint {
  method: string;
  path: RegExp;
  when: "before" | "after";
}

/** Database, emulated cloud and one Boreal process that serves and works, on the real clock. */
export async function startCrashableServer({
  role = "all",
  database: given,
}: {
  role?: "all" | "api";
  database?: { url: string; drop(): Promise<void> };
} = {}) {
  const database = given ?? (await createTestDatabase());
  const db = openDatabase({ url: database.url, poolSize: 3, onError: () => undefined });
  const emulator = await startOpenstackEmulator({
    port: 0,
    clock: systemClock,
    timings: fastTimings,
  });
  let running: { child: ChildProcess; url: string } | null = null;
  let due: { moment: CrashPoint; died: () => void } | null = null;
  const wire = await startProxy(new URL(emulator.url), async (method, path, when) => {
    if (
      due === null ||
      due.moment.when !== when ||
      due.moment.method !== method ||
      !due.moment.path.test(path)
    )
      return;
    const { died } = due;
    due = null;
    await kill();
    died();
  });

  async function kill(): Promise<void> {
    const child = running?.child;
    running = null;
    if (child === undefined) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async function start(): Promise<void> {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      ["api/src/main.ts", ...(role === "api" ? ["--role", role] : [])],
      {
        env: {
          PATH: process.env["PATH"],
          PORT: String(port),
          DATABASE_URL: database.url,
          DATABASE_POOL_SIZE: "4",
          SMTP_URL: "smtp://127.0.0.1:9",
          BOREAL_SECRET: secret.toString("base64"),
          BOREAL_REGIONS: JSON.stringify({
            lulea: {
              authUrl: `http://127.0.0.1:${wire.port}/identity/v3`,
              username: "boreal",
              password: "boreal-emulator",
              projectName: "boreal",
              regionName: "lulea",
              networkName: "private",
              externalNetworkName: "public",
            },
          }),
        },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    running = { child, url: `http://127.0.0.1:${port}` };
    await new Promise<void>((resolve, reject) => {
      let last = "";
      createInterface({ input: child.stdout }).on("line", (line) => {
        last = line;
        if (/"msg":\s*"ready"/.test(line)) resolve();
      });
      child.once("exit", (code) =>
        reject(new Error(`The process ended with ${code} before it was ready: ${last}`)),
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
    start,
    kill,
    createClient: () => new TestClient(running?.url ?? ""),
    /** Where the process that runs now is reached. */
    url: () => running?.url ?? "",
    /** Kills the process at that moment; resolves when it is dead. */
    killAt: (moment: CrashPoint) =>
      new Promise<void>((resolve) => {
        due = { moment, died: resolve };
      }),
    stop: async () => {
      await kill();
      await new Promise((resolve) => {
        wire.server.close(resolve);
        wire.server.closeAllConnections();
      });
      await emulator.stop();
      await db.close();
      await database.drop();
    },
  };
}

export type CrashableServer = Awaited<ReturnType<typeof startCrashableServer>>;

/** Passes requests on to the cloud under this wire's own name, so that its catalogue leads back here. */
async function startProxy(
  cloud: URL,
  at: (method: string, path: string, when: CrashPoint["when"]) => Promise<void>,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const carry = async () => {
      const method = request.method ?? "GET";
      const path = request.url ?? "/";
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(Buffer.from(part));
      await at(method, path, "before");
      if (request.socket.destroyed) return;
      const { status, headers, body } = await forward(
        cloud,
        method,
        path,
        request.headers,
        Buffer.concat(parts),
      );
      await at(method, path, "after");
      response.writeHead(status, headers).end(body);
    };
    carry().catch(() => request.socket.destroy());
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
      const sent = ask(
        { host: cloud.hostname, port: cloud.port, method, path, headers, agent: false },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 502,
              headers: answer.headers,
              body: Buffer.concat(parts),
            }),
          );
        },
      );
      sent.once("error", reject);
      sent.end(body);
    },
  );
}

const serverPort = (server: Server): number => {
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

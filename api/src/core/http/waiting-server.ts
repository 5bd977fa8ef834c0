/**
 * Responds while the server starts. Health probes learn that the process is alive and migrating, so that an
 * orchestrator does not kill it. Every response is a 503 with Retry-After.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { problemCatalogue } from "#contracts/problems.ts";

const retrySeconds = 5;

export interface WaitingServer {
  /** Resolves when the port is free for the real server. */
  stop(): Promise<void>;
}

export async function startWaitingServer(address: {
  host: string;
  port: number;
}): Promise<WaitingServer> {
  const server = createServer((request, response) => {
    const isHealth = request.url?.split("?")[0] === "/health";
    const [status, message] = problemCatalogue.unavailable;
    response
      .writeHead(status, {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "retry-after": String(retrySeconds),
        connection: "close",
      })
      .end(
        JSON.stringify({
          code: "unavailable",
          message: isHealth ? "The database is being migrated" : message,
          requestId: randomUUID(),
          seconds: retrySeconds,
          ...(isHealth ? { status: "migrating" } : {}),
        }),
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

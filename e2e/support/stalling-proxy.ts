/**
 * An HTTP proxy in front of the server that can disturb live streams like real proxies do: forward the headers and hold
 * back the body, or reject new streams. It can also answer every request of the API with 503. All other requests pass.
 */
import { createServer, request, type ServerResponse } from "node:http";
import { freePort } from "../../tools/lib/free-port.ts";

export interface StallingProxy {
  readonly url: string;
  /** Number of requested streams so far. */
  readonly streams: () => number;
  /** Holds back the body of all open and new streams. */
  hold(): void;
  /** Rejects new streams with 429 and this Retry-After, and closes the open ones. */
  reject(retryAfterSeconds: number): void;
  /** Answers every request of the API with 503, like a proxy without a server behind it. */
  fail(): void;
  /** New streams pass again; held streams stay silent. */
  pass(): void;
  stop(): Promise<void>;
}

export async function startStallingProxy(target: string): Promise<StallingProxy> {
  let mode: "pass" | "hold" | "reject" | "fail" = "pass";
  let retryAfter = 0;
  let streams = 0;
  const open = new Set<ServerResponse>();
  const held = new WeakSet<ServerResponse>();
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const isStream = incoming.url?.endsWith("/live") === true;
    if (isStream) streams++;
    // The console asks the API for JSON; pages and files pass.
    if (mode === "fail" && incoming.headers.accept?.includes("json") === true) {
      outgoing.writeHead(503, { "content-type": "text/plain" }).end("No server available");
      return;
    }
    if (isStream && mode === "reject") {
      outgoing.writeHead(429, { "retry-after": String(retryAfter) }).end();
      return;
    }
    const forwarded = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (upstream) => {
        // The stream was rejected before the server responded.
        if (isStream && mode === "reject") {
          outgoing.destroy();
          return;
        }
        outgoing.writeHead(upstream.statusCode ?? 502, upstream.headers);
        if (!isStream) {
          upstream.pipe(outgoing);
          return;
        }
        if (mode === "hold") held.add(outgoing);
        outgoing.flushHeaders();
        open.add(outgoing);
        upstream.on("data", (bytes: Buffer) => {
          if (!held.has(outgoing)) outgoing.write(bytes);
        });
        upstream.on("end", () => outgoing.end());
      },
    );
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => {
      open.delete(outgoing);
      forwarded.destroy();
    });
    incoming.pipe(forwarded);
  });
  const proxyPort = await freePort(undefined, { host: "127.0.0.1" });
  await new Promise<void>((resolve) => server.listen(proxyPort, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${proxyPort}`,
    streams: () => streams,
    hold: () => {
      mode = "hold";
      for (const stream of open) held.add(stream);
    },
    reject: (seconds) => {
      mode = "reject";
      retryAfter = seconds;
      for (const stream of open) stream.destroy();
    },
    fail: () => {
      mode = "fail";
    },
    pass: () => {
      mode = "pass";
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

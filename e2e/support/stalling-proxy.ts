/**
 * An HTTP proxy in front of the server that can do to live streams what proxies do in the field: pass on the
 * headers and hold the rest back, or refuse more of them. Everything else passes.
 */
import { createServer, request, type ServerResponse } from "node:http";
import { freePort } from "../../tools/lib/free-port.ts";

export interface StallingProxy {
  readonly url: string;
  /** Streams asked for so far. */
  readonly streams: () => number;
  /** From now on no byte of a stream's body passes, of those that are open either. */
  hold(): void;
  /** Refuses new streams with 429 and this Retry-After, and ends those that are open. */
  refuse(retryAfterSeconds: number): void;
  /** New streams pass again; those that were held stay silent. */
  pass(): void;
  stop(): Promise<void>;
}

export async function startStallingProxy(target: string): Promise<StallingProxy> {
  let mode: "pass" | "hold" | "refuse" = "pass";
  let retryAfter = 0;
  let streams = 0;
  const open = new Set<ServerResponse>();
  const held = new WeakSet<ServerResponse>();
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const isStream = incoming.url?.endsWith("/live") === true;
    if (isStream) streams++;
    if (isStream && mode === "refuse") {
      outgoing.writeHead(429, { "retry-after": String(retryAfter) }).end();
      return;
    }
    const onward = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        // Refused while the server was still answering.
        if (isStream && mode === "refuse") {
          outgoing.destroy();
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (!isStream) {
          answer.pipe(outgoing);
          return;
        }
        if (mode === "hold") held.add(outgoing);
        outgoing.flushHeaders();
        open.add(outgoing);
        answer.on("data", (bytes: Buffer) => {
          if (!held.has(outgoing)) outgoing.write(bytes);
        });
        answer.on("end", () => outgoing.end());
      },
    );
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => {
      open.delete(outgoing);
      onward.destroy();
    });
    incoming.pipe(onward);
  });
  const own = await freePort(undefined, { host: "127.0.0.1" });
  await new Promise<void>((resolve) => server.listen(own, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${own}`,
    streams: () => streams,
    hold: () => {
      mode = "hold";
      for (const stream of open) held.add(stream);
    },
    refuse: (seconds) => {
      mode = "refuse";
      retryAfter = seconds;
      for (const stream of open) stream.destroy();
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

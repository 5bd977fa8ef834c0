/** HTTP servers of the emulators: port, URL, and an end that does not wait for open connections. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";

type UpgradeListener = (request: IncomingMessage, connection: Duplex, head: Buffer) => void;

/** Opens the port first, because an issuer must know its own URL before it can handle requests. 0 selects a free port. */
export async function listenHttp(port: number, host: string) {
  let listener: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const boundPort = typeof address === "object" && address !== null ? address.port : port;
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return {
    url: `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${boundPort}`,
    handleWith(next: RequestListener): void {
      listener = next;
    },
    upgradeWith(next: UpgradeListener): void {
      server.on("upgrade", next);
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

interface ServerOptions {
  /** For error messages. */
  readonly name: string;
  readonly port: number;
  readonly host: string;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Accepts WebSockets; without it their requests are handled like others. */
  readonly upgrade?: UpgradeListener;
}

/** An error of the emulator itself ends the connection, so that it does not look like an error of the emulated service. */
export async function startServer({ name, port, host, handle, upgrade }: ServerOptions) {
  const { url, handleWith, upgradeWith, stop } = await listenHttp(port, host);
  if (upgrade !== undefined) upgradeWith(upgrade);
  handleWith((request, response) => {
    handle(request, response).catch((error: unknown) => {
      process.stderr.write(`${name}: ${String(error)}\n`);
      request.socket.destroy();
    });
  });
  return { url, stop };
}

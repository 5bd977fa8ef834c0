/** HTTP code shared by both emulators: port, forms and JSON. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { text } from "node:stream/consumers";

/** Opens the port first, because an issuer must know its own URL before it can handle requests. */
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
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams(await text(request));

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

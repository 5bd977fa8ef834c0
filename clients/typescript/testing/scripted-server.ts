/**
 * A server that answers what it is told to, one answer after the other or by what is asked: for what the
 * real one does only on a bad day.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  /** The connection breaks instead. */
  readonly breaks?: true;
  /** Nothing is answered, for as long as it is waited for. */
  readonly hangs?: true;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export async function scriptedServer(
  responses: readonly ScriptedResponse[] | ((seen: RecordedRequest) => ScriptedResponse),
) {
  const seen: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const asked = { method, path: url, headers, body };
      seen.push(asked);
      if (typeof responses === "function") return sendResponse(response, responses(asked));
      // The last one is repeated.
      sendResponse(response, responses[Math.min(seen.length, responses.length) - 1] ?? {});
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens on no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendResponse(
  response: ServerResponse,
  { status = 200, headers, json, text, ...how }: ScriptedResponse,
) {
  if (how.breaks === true) response.destroy();
  if (how.breaks === true || how.hangs === true) return;
  const type = text === undefined ? "application/json" : "text/html";
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(text ?? JSON.stringify(json ?? {}));
}

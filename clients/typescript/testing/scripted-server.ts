/**
 * A server that sends scripted responses in order, or computes them from the request, for failures that the real
 * server cannot be made to produce.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

interface ScriptedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  /** Closes the connection instead of responding. */
  readonly breaks?: true;
  /** Never responds. */
  readonly hangs?: true;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export async function scriptedServer(
  responses: readonly ScriptedResponse[] | ((request: RecordedRequest) => ScriptedResponse),
) {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const recorded = { method, path: url, headers, body };
      requests.push(recorded);
      if (typeof responses === "function") return sendResponse(response, responses(recorded));
      // The last response is repeated.
      sendResponse(response, responses[Math.min(requests.length, responses.length) - 1] ?? {});
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
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

/** HTTP code shared by both providers: forms and JSON. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams(await text(request));

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

/** Responses to input that never becomes a request: malformed HTTP, oversized headers, clients that are too slow. */
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { type ProblemCode, problemCatalogue } from "#contracts/problems.ts";
import type { Clock } from "../lib/clock.ts";
import { apiPolicy } from "./cross-origin.ts";

const problemCodes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "body_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/**
 * Handles errors of Node's HTTP parser: sends one response in the standard problem format and closes the connection.
 */
export function respondToBadHttp(clock: Clock, log: FastifyBaseLogger) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const requestId = randomUUID();
    const code = problemCodes[error.code ?? ""] ?? "bad_request";
    log.info({ requestId, cause: error.code, code }, "unreadable request");
    if (socket.writable) socket.write(buildResponse(code, requestId, clock.now()));
    socket.destroySoon();
  };
}

function buildResponse(code: ProblemCode, requestId: string, now: Date): string {
  const [status, message] = problemCatalogue[code];
  const body = JSON.stringify({ code, message, requestId });
  const headers = {
    Date: now.toUTCString(),
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "X-Request-Id": requestId,
    "Content-Security-Policy": apiPolicy,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cache-Control": "no-store",
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** Cross-origin rules: which console origins may call the API, and what the console's page may load. */
import type { FastifyReply, FastifyRequest } from "fastify";

/** Content-Security-Policy of every API response: it is never a page, so it may load and run nothing. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Response headers that the console reads; browsers hide them from another origin unless they are listed. */
export const exposedHeaders = [
  "Content-Disposition",
  "Date",
  "Idempotent-Replayed",
  "Retry-After",
  "X-Maintenance-Started-At",
  "X-Maintenance-Starts-At",
  "X-Request-Id",
  "X-Seen-Changes",
] as const;

/** Adds CORS headers for an allowed origin; other origins get none. */
export function addCorsHeaders(
  allowed: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { origin } = request.headers;
  if (origin === undefined || !allowed.includes(origin)) return;
  reply
    .header("Access-Control-Allow-Origin", origin)
    .header("Access-Control-Allow-Credentials", "true")
    .header("Access-Control-Expose-Headers", exposedHeaders.join(", "));
}

/** Whether the request is a CORS preflight of an allowed origin. */
export const isPreflight = (request: FastifyRequest, reply: FastifyReply): boolean =>
  request.method === "OPTIONS" &&
  request.headers["access-control-request-method"] !== undefined &&
  reply.hasHeader("Access-Control-Allow-Origin");

export const sendPreflightResponse = (reply: FastifyReply): FastifyReply =>
  reply
    .header("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
    .header(
      "Access-Control-Allow-Headers",
      "content-type, x-csrf-token, idempotency-key, authorization, last-event-id",
    )
    .header("Access-Control-Max-Age", "600")
    .code(204)
    .send();

/** Content-Security-Policy of the console's page: no inline code, no other origin than the API's, no framing.
 * A page adds the hashes of its style elements (console-page.ts). */
export function pagePolicy(apiOrigin: string | null) {
  const api = apiOrigin === null ? [] : [apiOrigin];
  // 'self' includes the WebSockets of the page's own host; another origin has to name them.
  const sockets = api.map((origin) => origin.replace(/^http/, "ws"));
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", "data:", ...api],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...api, ...sockets],
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
  };
}

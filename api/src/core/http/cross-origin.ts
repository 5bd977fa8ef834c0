/** What browsers are told about other origins: which console may call the API, and what its page may load. */
import type { FastifyReply, FastifyRequest } from "fastify";

/** Of every answer of the API: it is never a page, so nothing in it may load or run anything. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Answer headers that the console reads, and that browsers hide from another origin unless they are named. */
export const exposedHeaders = [
  "Content-Disposition",
  "Date",
  "Idempotent-Replayed",
  "Retry-After",
  "X-Maintenance-Started-At",
  "X-Request-Id",
  "X-Seen-Changes",
] as const;

/** Lets a console of an allowed origin read the answer; any other origin is told nothing. */
export function answerOrigin(
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

/** Whether a browser asks beforehand what an allowed origin may send. */
export const isPreflight = (request: FastifyRequest, reply: FastifyReply): boolean =>
  request.method === "OPTIONS" &&
  request.headers["access-control-request-method"] !== undefined &&
  reply.hasHeader("Access-Control-Allow-Origin");

export const answerPreflight = (reply: FastifyReply): FastifyReply =>
  reply
    .header("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
    .header(
      "Access-Control-Allow-Headers",
      "content-type, x-csrf-token, idempotency-key, authorization",
    )
    .header("Access-Control-Max-Age", "600")
    .code(204)
    .send();

/** Policy of the console's page: nothing inline, nothing from elsewhere but the API's origin, no frame. */
export function pagePolicy(apiOrigin: string | null) {
  const api = apiOrigin === null ? [] : [apiOrigin];
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", "data:", ...api],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...api],
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
  };
}

/** Where a request may come from (design: Fetch Metadata, CSRF), before anything is looked up for it. */
import type { FastifyRequest } from "fastify";
import { type Call, scopesFor } from "#contracts/kit.ts";
import type { AnyCaller } from "./access.ts";
import { type AccessToken, readAccessToken } from "./access-token.ts";
import { Refusal } from "./errors.ts";
import { type Keys, sameBytes } from "./keys.ts";
import { csrfToken } from "./session-token.ts";

/** Whether a call changes anything: then it needs proof of where it comes from, and leaves an audit entry. */
export const changes = (call: Call) => call.method !== "GET" || call.changes === true;

/** Calls made without a session cannot carry its CSRF token; they are held by origin and media type. */
export function checkContext(
  call: Call,
  request: FastifyRequest,
  allowedOrigins: readonly string[],
): void {
  if (!changes(call)) return;
  const { headers } = request;
  if (call.method === "GET") {
    const purpose = headers["sec-purpose"] ?? headers["purpose"];
    if (
      headers["sec-fetch-mode"] === "navigate" ||
      purpose !== undefined ||
      headers["sec-fetch-site"] === "cross-site"
    ) {
      throw new Refusal("request_context_not_allowed");
    }
  }
  const { origin } = headers;
  if (origin !== undefined && !allowedOrigins.includes(origin))
    throw new Refusal("request_context_not_allowed");
  if (headers["sec-fetch-site"] === "cross-site" && origin === undefined)
    throw new Refusal("request_context_not_allowed");
  if (call.body !== undefined && mediaType(headers["content-type"]) !== "application/json") {
    throw new Refusal("unsupported_media_type");
  }
}

export const hasBearer = ({ headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined;

/**
 * Access tokens are for what a workspace has; a person's account, signing in and the staff area take
 * none. One that cannot be ours is refused before anything is asked.
 */
export function readBearer(call: Call, request: FastifyRequest): AccessToken | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  if (call.access.kind === "open" && !call.path.startsWith("/auth/")) return null;
  if (scopesFor(call) === null) throw new Refusal("no_access_for_jwt");
  const token = readAccessToken(authorization);
  if (token === null) throw new Refusal("authentication_failed_no_session_found_ch");
  return token;
}

const mediaType = (header: string | undefined) => header?.split(";")[0]?.trim().toLowerCase();

/** Every change by a session needs the header; the cookie's value is never trusted. */
export function checkCsrf(
  call: Call,
  request: FastifyRequest,
  caller: AnyCaller | null,
  keys: Keys,
): void {
  if (
    !changes(call) ||
    caller === null ||
    // No browser adds a token by itself.
    caller.session === null ||
    call.access.kind === "open" ||
    call.access.kind === "link"
  )
    return;
  const given = request.headers["x-csrf-token"];
  if (given === undefined || given === "") throw new Refusal("authentication_error_no_csrf_header");
  const wanted = csrfToken(keys, caller.session.id);
  if (typeof given !== "string" || !sameBytes(Buffer.from(given), Buffer.from(wanted))) {
    throw new Refusal("authentication_error_invalid_csrf");
  }
}

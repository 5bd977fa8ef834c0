/**
 * Cross-site request checks. Fetch Metadata, origin and media type are checked before the body is read; the CSRF token
 * is checked after the session was looked up, because it is derived from it.
 */
import type { FastifyRequest } from "fastify";
import { type Endpoint, acceptedScopes, isSessionless } from "#contracts/endpoint.ts";
import type { Caller } from "./authorization.ts";
import { type AccessToken, parseBearerToken } from "./access-token.ts";
import { ProblemError } from "../lib/problem-error.ts";
import { type Keyring, constantTimeEqual } from "../lib/crypto.ts";
import { csrfToken } from "./session-token.ts";

/** Whether an endpoint changes data. Such endpoints need protection against CSRF and are audited. */
export const isMutation = (endpoint: Endpoint) =>
  endpoint.method !== "GET" || endpoint.mutates === true;

/** Checks origin and media type. This also protects endpoints without a session, which have no CSRF token. */
export function assertTrustedOrigin(
  endpoint: Endpoint,
  request: FastifyRequest,
  allowedOrigins: readonly string[],
): void {
  if (!isMutation(endpoint) && endpoint.socket !== true) return;
  const { headers } = request;
  // Browsers send the cookie with the WebSocket of any page, and always an origin.
  if (endpoint.socket === true && headers.origin === undefined)
    throw new ProblemError("request_context_not_allowed");
  if (endpoint.method === "GET") {
    const purpose = headers["sec-purpose"] ?? headers["purpose"];
    if (
      headers["sec-fetch-mode"] === "navigate" ||
      purpose !== undefined ||
      headers["sec-fetch-site"] === "cross-site"
    ) {
      throw new ProblemError("request_context_not_allowed");
    }
  }
  const { origin } = headers;
  if (origin !== undefined && !allowedOrigins.includes(origin))
    throw new ProblemError("request_context_not_allowed");
  if (headers["sec-fetch-site"] === "cross-site" && origin === undefined)
    throw new ProblemError("request_context_not_allowed");
  if (endpoint.body !== undefined && mediaType(headers["content-type"]) !== "application/json") {
    throw new ProblemError("unsupported_media_type");
  }
}

export const hasAuthorizationHeader = ({ headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined;

/**
 * Access tokens are accepted by endpoints of workspace resources, not by account, sign-in and staff endpoints. A
 * malformed token is rejected without a database query.
 */
export function readBearerToken(endpoint: Endpoint, request: FastifyRequest): AccessToken | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  if (endpoint.access.kind === "open" && !endpoint.path.startsWith("/auth/")) return null;
  if (endpoint.access.kind === "signature") return null;
  if (acceptedScopes(endpoint) === null) throw new ProblemError("no_access_for_jwt");
  const token = parseBearerToken(authorization);
  if (token === null) throw new ProblemError("authentication_failed_no_session_found_ch");
  return token;
}

const mediaType = (header: string | undefined) => header?.split(";")[0]?.trim().toLowerCase();

/**
 * Every mutation by a session requires the header. The cookie's value is never trusted; the token is derived from the
 * session id.
 */
export function assertCsrfToken(
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller | null,
  keys: Keyring,
): void {
  if (
    !isMutation(endpoint) ||
    caller === null ||
    // Browsers never send a bearer token on their own.
    caller.session === null ||
    isSessionless(endpoint.access)
  )
    return;
  const given = request.headers["x-csrf-token"];
  if (given === undefined || given === "")
    throw new ProblemError("authentication_error_no_csrf_header");
  const expected = csrfToken(keys, caller.session.id);
  if (typeof given !== "string" || !constantTimeEqual(Buffer.from(given), Buffer.from(expected))) {
    throw new ProblemError("authentication_error_invalid_csrf");
  }
}

/** Where a request may come from (design: Fetch Metadata, CSRF), before anything is looked up for it. */
import type { FastifyRequest } from "fastify";
import { type Endpoint, acceptedScopes } from "#contracts/endpoint.ts";
import type { Caller } from "./authorization.ts";
import { type AccessToken, parseBearerToken } from "./access-token.ts";
import { ProblemError } from "../lib/problem-error.ts";
import { type Keyring, constantTimeEqual } from "../lib/crypto.ts";
import { csrfToken } from "./session-token.ts";

/** Whether a call changes anything: then it needs proof of where it comes from, and leaves an audit entry. */
export const isMutation = (endpoint: Endpoint) =>
  endpoint.method !== "GET" || endpoint.mutates === true;

/** Calls made without a session cannot carry its CSRF token; they are held by origin and media type. */
export function assertTrustedOrigin(
  endpoint: Endpoint,
  request: FastifyRequest,
  allowedOrigins: readonly string[],
): void {
  if (!isMutation(endpoint)) return;
  const { headers } = request;
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
 * Access tokens are for what a workspace has; a person's account, signing in and the staff area take
 * none. One that cannot be ours is refused before anything is asked.
 */
export function readBearerToken(endpoint: Endpoint, request: FastifyRequest): AccessToken | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  if (endpoint.access.kind === "open" && !endpoint.path.startsWith("/auth/")) return null;
  if (acceptedScopes(endpoint) === null) throw new ProblemError("no_access_for_jwt");
  const token = parseBearerToken(authorization);
  if (token === null) throw new ProblemError("authentication_failed_no_session_found_ch");
  return token;
}

const mediaType = (header: string | undefined) => header?.split(";")[0]?.trim().toLowerCase();

/** Every change by a session needs the header; the cookie's value is never trusted. */
export function assertCsrfToken(
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller | null,
  keys: Keyring,
): void {
  if (
    !isMutation(endpoint) ||
    caller === null ||
    // No browser adds a token by itself.
    caller.session === null ||
    endpoint.access.kind === "open" ||
    endpoint.access.kind === "link"
  )
    return;
  const given = request.headers["x-csrf-token"];
  if (given === undefined || given === "")
    throw new ProblemError("authentication_error_no_csrf_header");
  const requested = csrfToken(keys, caller.session.id);
  if (typeof given !== "string" || !constantTimeEqual(Buffer.from(given), Buffer.from(requested))) {
    throw new ProblemError("authentication_error_invalid_csrf");
  }
}

/** What is judged by a request's head alone: nobody makes the server read a body that is refused anyway. */
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#contracts/endpoint.ts";
import { parseBearerToken } from "./access-token.ts";
import { addressOf } from "../lib/addresses.ts";
import { assertTrustedOrigin, hasAuthorizationHeader } from "./csrf.ts";
import { sessionCookieName, readSessionCookie } from "./cookies.ts";
import type { ServerDeps } from "./register-endpoints.ts";
import { rateLimitKey } from "./rate-limiter.ts";
import { parseSessionToken, type SessionToken } from "./session-token.ts";

type Limits = Pick<ServerDeps, "requests" | "clock" | "secureCookies">;

/** The session a request shows, not yet believed. Whoever sends a token acts as it alone, whatever cookies the browser adds. */
export function presented(
  request: FastifyRequest,
  platform: Pick<ServerDeps, "secureCookies">,
): { cookie: string | null; token: SessionToken | null } {
  const cookie = hasAuthorizationHeader(request)
    ? null
    : readSessionCookie(request, sessionCookieName(platform));
  return { cookie, token: parseSessionToken(cookie ?? "") };
}

/** Counts a request for its session, token or network, and refuses with 429 what is too much. */
export async function countRequest(platform: Limits, request: FastifyRequest): Promise<void> {
  const { token } = presented(request, platform);
  const bearer = parseBearerToken(request.headers.authorization);
  await platform.requests.consume(
    rateLimitKey(token, bearer),
    addressOf(request),
    platform.clock.now(),
  );
}

/** Limits, then where the request comes from and whether its body is of a type that is taken. */
export async function checkBeforeBody(
  platform: Limits & Pick<ServerDeps, "allowedOrigins">,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  if (endpoint.probe !== true) await countRequest(platform, request);
  assertTrustedOrigin(endpoint, request, platform.allowedOrigins);
}

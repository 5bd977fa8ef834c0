/** Checks that need only the request's head, so the server never reads a body it would reject anyway. */
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#contracts/endpoint.ts";
import { parseBearerToken } from "./access-token.ts";
import { clientAddress } from "../lib/addresses.ts";
import { assertTrustedOrigin, hasAuthorizationHeader } from "./csrf.ts";
import { isCounted } from "./internal-request.ts";
import { sessionCookieName, readSessionCookie } from "./cookies.ts";
import type { ServerDeps } from "./register-endpoints.ts";
import { rateLimitKey } from "./rate-limiter.ts";
import { parseSessionToken, type SessionToken } from "./session-token.ts";

type Limits = Pick<ServerDeps, "requests" | "clock" | "secureCookies">;

interface SessionCredentials {
  readonly cookie: string | null;
  readonly token: SessionToken | null;
}

/** The rate limit and the authentication of a request need the hash of the same token. */
const readCredentials = new WeakMap<FastifyRequest, SessionCredentials>();

/**
 * The session cookie of a request, not yet verified. A request with an Authorization header is authenticated by its
 * token alone, whatever cookies it carries.
 */
export function readSessionCredentials(
  request: FastifyRequest,
  deps: Pick<ServerDeps, "secureCookies">,
): SessionCredentials {
  const known = readCredentials.get(request);
  if (known !== undefined) return known;
  const cookie = hasAuthorizationHeader(request)
    ? null
    : readSessionCookie(request.headers, sessionCookieName(deps));
  const credentials = { cookie, token: parseSessionToken(cookie ?? "") };
  readCredentials.set(request, credentials);
  return credentials;
}

/**
 * Counts a request against its session, token or network; throws 429 above the limit. The requests of a page's first
 * answers are counted with their page.
 */
export async function countRequest(deps: Limits, request: FastifyRequest): Promise<void> {
  if (isCounted()) return;
  const { token } = readSessionCredentials(request, deps);
  const bearer = parseBearerToken(request.headers.authorization);
  await deps.requests.consume(
    rateLimitKey(token, bearer),
    clientAddress(request),
    deps.clock.now(),
  );
}

/** Checks the rate limit, then the origin and the media type of the request. */
export async function checkBeforeBody(
  deps: Limits & Pick<ServerDeps, "allowedOrigins">,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  // A system that signs its requests sends them from few addresses, as many as it has to report.
  const isCountedByNetwork = endpoint.probe !== true && endpoint.access.kind !== "signature";
  if (isCountedByNetwork) await countRequest(deps, request);
  assertTrustedOrigin(endpoint, request, deps.allowedOrigins);
}

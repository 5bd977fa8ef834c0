/** What is judged by a request's head alone: nobody makes the server read a body that is refused anyway. */
import type { FastifyRequest } from "fastify";
import type { Call } from "#contracts/kit.ts";
import { readAccessToken } from "./access-token.ts";
import { addressOf } from "./addresses.ts";
import { checkContext, hasBearer } from "./context.ts";
import { sessionCookie, sessionCookieOf } from "./cookies.ts";
import type { Platform } from "./mount.ts";
import { holderOf } from "./request-limits.ts";
import { readSessionToken, type SessionToken } from "./session-token.ts";

type Limits = Pick<Platform, "requests" | "clock" | "secureCookies">;

/** The session a request shows, not yet believed. Whoever sends a token acts as it alone, whatever cookies the browser adds. */
export function presented(
  request: FastifyRequest,
  platform: Pick<Platform, "secureCookies">,
): { cookie: string | null; token: SessionToken | null } {
  const cookie = hasBearer(request) ? null : sessionCookieOf(request, sessionCookie(platform));
  return { cookie, token: readSessionToken(cookie ?? "") };
}

/** Counts a request for its session, token or network, and refuses with 429 what is too much. */
export async function countRequest(platform: Limits, request: FastifyRequest): Promise<void> {
  const { token } = presented(request, platform);
  const bearer = readAccessToken(request.headers.authorization);
  await platform.requests.demand(holderOf(token, bearer), addressOf(request), platform.clock.now());
}

/** Limits, then where the request comes from and whether its body is of a type that is taken. */
export async function checkBeforeBody(
  platform: Limits & Pick<Platform, "allowedOrigins">,
  call: Call,
  request: FastifyRequest,
): Promise<void> {
  if (call.probe !== true) await countRequest(platform, request);
  checkContext(call, request, platform.allowedOrigins);
}

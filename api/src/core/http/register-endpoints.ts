/**
 * The only door into the server: a route that does not come from here stops the boot, and one that does
 * is served in one fixed way (serve.ts).
 */
import type { FastifyInstance } from "fastify";
import type { Endpoint } from "#contracts/endpoint.ts";
import { tokenScopesFor } from "#contracts/tokens.ts";
import type { StaffPolicy } from "./authorization.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../db/db.ts";
import { type Handlers, bypassesRowLevelSecurity } from "./handlers.ts";
import { checkBeforeBody } from "./before-body.ts";
import type { Keyring } from "../lib/crypto.ts";
import type { MaintenanceState } from "../live/maintenance.ts";
import type { ProxyWatch } from "./proxy-watch.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { type UntypedHandler, handleRequest } from "./request-pipeline.ts";
import type { OpenStreams } from "./streams.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Id of the mounted call. */
    call?: string;
    /** The page of the console: the one route that is no call. */
    console?: true;
  }
}

export interface ServerDeps extends StaffPolicy {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly cookieDomain: string | null;
  readonly secureCookies: boolean;
  readonly allowedOrigins: readonly string[];
  readonly maintenance: MaintenanceState;
  readonly requests: RateLimiter;
  readonly streams: OpenStreams;
  readonly proxies: ProxyWatch;
}

/** Stops the boot at a route that was not declared in contracts/ and mounted. */
export function rejectUndeclaredRoutes(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (route.config?.call === undefined && route.config?.console !== true) {
      throw new Error(
        `${String(route.method)} ${route.url}: declare it in contracts/ and mount() it`,
      );
    }
  });
}

/** Mounts a noun's calls. The casts live here alone: outside, call and handler are typed by each other. */
export function registerEndpoints<G extends Record<string, Endpoint>>(
  app: FastifyInstance,
  platform: ServerDeps,
  calls: G,
  handlers: Handlers<G>,
): void {
  for (const [name, endpoint] of Object.entries(calls)) {
    const handler = (handlers as Record<string, UntypedHandler | UntypedHandler["run"]>)[name];
    if (handler === undefined) throw new Error(`${endpoint.id} has no handler`);
    const served = { platform, call: endpoint, handler: normalizeHandler(handler) };
    if (bypassesRowLevelSecurity(served.handler) && tokenScopesFor(endpoint).length > 0)
      throw new Error(`${endpoint.id}: outside the wall a token's projects do not hold`);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: endpoint.probe === true,
      onRequest: (request) => checkBeforeBody(platform, endpoint, request),
      ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
      config: { call: endpoint.id },
      ...(endpoint.stream === true ? { sse: "manual" as const } : {}),
      handler: (request, reply) => handleRequest(served, request, reply),
    });
  }
}

/** A bare function is a handler that works behind the wall. */
const normalizeHandler = (handler: UntypedHandler | UntypedHandler["run"]): UntypedHandler =>
  typeof handler === "function" ? { kind: "app", run: handler } : (handler as UntypedHandler);

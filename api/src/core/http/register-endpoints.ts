/**
 * Registers endpoints. A route that is not registered here stops the startup; every registered one is served by the
 * same request pipeline (request-pipeline.ts).
 */
import type { FastifyInstance } from "fastify";
import type { Endpoint } from "#contracts/endpoint.ts";
import { tokenScopesFor } from "#contracts/tokens.ts";
import type { StaffPolicy } from "./authorization.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../db/db.ts";
import { type Handlers, bypassesRowLevelSecurity } from "./handlers.ts";
import { compressResponse, isCompressible } from "./compression.ts";
import { checkBeforeBody } from "./before-body.ts";
import type { Keyring } from "../lib/crypto.ts";
import type { MaintenanceState } from "../live/maintenance.ts";
import type { ProxyWatch } from "./proxy-watch.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { handleRequest } from "./request-pipeline.ts";
import type { UntypedHandler } from "./request-state.ts";
import type { OpenStreams } from "./streams.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Id of the registered endpoint. */
    call?: string;
    /** Marks the routes of the console, which are not endpoints. */
    console?: true;
    /** The body is not parsed. */
    rawBody?: true;
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

/** Stops the startup at a route that is not declared in contracts/ and registered. */
export function rejectUndeclaredRoutes(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (route.config?.call === undefined && route.config?.console !== true) {
      throw new Error(
        `${String(route.method)} ${route.url}: declare it in contracts/ and register it with registerEndpoints()`,
      );
    }
  });
}

/**
 * Registers a resource's endpoints. All type casts are confined to this function; elsewhere endpoint and handler
 * types are checked against each other.
 */
export function registerEndpoints<G extends Record<string, Endpoint>>(
  app: FastifyInstance,
  deps: ServerDeps,
  endpoints: G,
  handlers: Handlers<G>,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = (handlers as Record<string, UntypedHandler | UntypedHandler["run"]>)[name];
    if (handler === undefined) throw new Error(`${endpoint.id} has no handler`);
    const registered = { platform: deps, endpoint, handler: normalizeHandler(handler) };
    if (bypassesRowLevelSecurity(registered.handler) && tokenScopesFor(endpoint).length > 0)
      throw new Error(
        `${endpoint.id}: without row-level security a token's projects are not enforced`,
      );
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: endpoint.probe === true,
      onRequest: (request) => checkBeforeBody(deps, endpoint, request),
      ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
      config: { call: endpoint.id, ...(endpoint.rawBody === true && { rawBody: true }) },
      ...(isCompressible(endpoint) ? { onSend: compressResponse } : {}),
      ...(endpoint.stream === true ? { sse: "manual" as const } : {}),
      handler: (request, reply) => handleRequest(registered, request, reply),
    });
  }
}

/** A plain function is a handler that runs under row-level security. */
const normalizeHandler = (handler: UntypedHandler | UntypedHandler["run"]): UntypedHandler =>
  typeof handler === "function" ? { kind: "app", run: handler } : (handler as UntypedHandler);

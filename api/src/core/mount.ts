/**
 * The only door into the server: a route that does not come from here stops the boot, and one that does
 * is served in one fixed way (serve.ts).
 */
import type { FastifyInstance } from "fastify";
import type { Call } from "#contracts/kit.ts";
import type { LiveEvent } from "#contracts/live.ts";
import { scopesOpening } from "#contracts/tokens.ts";
import type { StaffRules } from "./access.ts";
import type { Clock } from "./clock.ts";
import type { Database } from "./db.ts";
import { type Handlers, worksOutsideWall } from "./handlers.ts";
import type { Keys } from "./keys.ts";
import type { MaintenanceWatch } from "./maintenance.ts";
import type { RequestLimits } from "./request-limits.ts";
import { type AnyHandler, serve } from "./serve.ts";
import { Streams } from "./streams.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Id of the mounted call. */
    call?: string;
    /** The page of the console: the one route that is no call. */
    console?: true;
  }
}

export interface Platform extends StaffRules {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly cookieDomain: string | null;
  readonly secureCookies: boolean;
  readonly allowedOrigins: readonly string[];
  readonly maintenance: MaintenanceWatch;
  readonly requests: RequestLimits;
}

/** Stops the boot at a route that was not declared in contracts/ and mounted. */
export function seal(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (route.config?.call === undefined && route.config?.console !== true) {
      throw new Error(
        `${String(route.method)} ${route.url}: declare it in contracts/ and mount() it`,
      );
    }
  });
}

/** Mounts a noun's calls. The casts live here alone: outside, call and handler are typed by each other. */
export function mount<G extends Record<string, Call>>(
  app: FastifyInstance,
  platform: Platform,
  calls: G,
  handlers: Handlers<G>,
): void {
  const streams = new Streams();
  // Streams have no end of their own; open ones would keep a server that is told to stop.
  app.addHook("preClose", async () => streams.endAll());
  // An open page asks for itself again, and reads from the answer that maintenance began.
  const askAgain: LiveEvent = { topic: "workspace", id: null, change: null };
  platform.maintenance.whenBegun(() => streams.endForCustomers(askAgain));
  for (const [name, call] of Object.entries(calls)) {
    const handler = (handlers as Record<string, AnyHandler | AnyHandler["run"]>)[name];
    if (handler === undefined) throw new Error(`${call.id} has no handler`);
    const served = { platform, call, handler: partsOf(handler), streams };
    if (worksOutsideWall(served.handler) && scopesOpening(call).length > 0)
      throw new Error(`${call.id}: outside the wall a token's projects do not hold`);
    app.route({
      method: call.method,
      url: call.path,
      exposeHeadRoute: false,
      ...(call.maxBodyBytes === undefined ? {} : { bodyLimit: call.maxBodyBytes }),
      config: { call: call.id },
      ...(call.stream === true ? { sse: "manual" as const } : {}),
      handler: (request, reply) => serve(served, request, reply),
    });
  }
}

/** A bare function is a handler that works behind the wall. */
const partsOf = (handler: AnyHandler | AnyHandler["run"]): AnyHandler =>
  typeof handler === "function" ? { kind: "app", run: handler } : (handler as AnyHandler);

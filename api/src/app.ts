/** The server: limits, headers and hooks, then every noun's calls. */
import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import { fastifySSE } from "@fastify/sse";
import plugin from "fastify-plugin";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { LiveEvent } from "#contracts/live.ts";
import { maintenanceHeader } from "#contracts/maintenance.ts";
import { trustOf } from "./core/lib/addresses.ts";
import { answerBadHttp } from "./core/http/bad-http.ts";
import { countRequest } from "./core/http/before-body.ts";
import { parseOnlyJson } from "./core/http/body.ts";
import { isNavigation, rewriteNavigation, serveConsole } from "./core/http/serve-console.ts";
import {
  answerOrigin,
  answerPreflight,
  apiPolicy,
  isPreflight,
  pagePolicy,
} from "./core/http/cross-origin.ts";
import { ProblemError } from "./core/lib/problem-error.ts";
import { registerBrokenChainsGauge } from "./core/audit/audit-chain.ts";
import { measureDisk } from "./core/db/disk-metrics.ts";
import { registerMetrics } from "./core/lib/metrics.ts";
import { measureRegions } from "./modules/instances/region-metrics.ts";
import { type ServerDeps, rejectUndeclaredRoutes } from "./core/http/register-endpoints.ts";
import { refuseUnrouted, handleError } from "./core/http/error-handler.ts";
import type { LiveEventHub } from "./core/live/live-events.ts";
import { longestParameter, urlFault } from "./core/http/urls.ts";
import { registerRoutes, type RouteDeps } from "./routes.ts";

export interface AppDeps extends Omit<RouteDeps, "metrics"> {
  readonly platform: ServerDeps;
  readonly logger: FastifyBaseLogger;
  readonly live: LiveEventHub;
  readonly trustedProxies: readonly string[];
  /** A folder on the file system of the database; null where that is on another machine. */
  readonly databaseFolder: string | null;
  /** Holds the built console's `dist/`, if that is not in the repository. */
  readonly consoleFolder?: string | null;
  /** Origin of the API the console calls; null where that is the console's own. */
  readonly apiOrigin: string | null;
}

const bodyLimitBytes = 64 * 1024;
const requestTimeoutMs = 30_000;
const headersTimeoutMs = 10_000;
// Longer than balancers and proxies keep an idle connection (60 s is usual): whoever closes first must be the side that
// sends requests, or one of them meets a connection that is just being closed, and fails.
const keepAliveTimeoutMs = 75_000;
const permissionsPolicy =
  "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), display-capture=()";
const yearSeconds = 31_536_000;

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { platform } = deps;
  const trusts = trustOf(deps.trustedProxies);
  const app = fastify({
    loggerInstance: deps.logger,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // A request without a Host header is refused in the one shape, which Node itself would not do.
    http: { headersTimeout: headersTimeoutMs, requireHostHeader: false },
    connectionTimeout: 0,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    trustProxy: (address) => trusts(address),
    clientErrorHandler: answerBadHttp(platform.clock, deps.logger),
    // Nothing gets there that rewriteUrl lets through; if it does, it is answered in the one shape.
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    rewriteUrl: rewriteNavigation,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: longestParameter,
      caseSensitive: true,
    },
  });
  rejectUndeclaredRoutes(app);
  parseOnlyJson(app);
  await app.register(cookie);
  await app.register(helmet, securityHeaders(platform.secureCookies, deps.apiOrigin));
  // Its default export is typed as a module; the named one lacks the wrapping that lets routes see it.
  await app.register(plugin(fastifySSE), { heartbeatInterval: 0 });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-Id", request.id).header("Permissions-Policy", permissionsPolicy);
    // The console reads the time by which sessions end from it: the injected clock, where that is another.
    reply.header("Date", platform.clock.now().toUTCString());
    const { startedAt } = platform.maintenance;
    if (startedAt !== null) reply.header(maintenanceHeader, startedAt.toISOString());
    answerOrigin(platform.allowedOrigins, request, reply);
    platform.proxies.notice(request, deps.logger);
    const error = urlFault(request.originalUrl, isNavigation(request.raw));
    if (error !== null) throw new ProblemError(error);
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1")
      throw new ProblemError("bad_request");
    // A few bytes that unpack to gigabytes: nothing that comes in is unpacked.
    if ((request.headers["content-encoding"] ?? "identity") !== "identity")
      throw new ProblemError("unsupported_media_type");
    if (isPreflight(request, reply)) return answerPreflight(reply);
    if (!request.is404) return undefined;
    // Refused here, before its body is read.
    await countRequest(platform, request);
    return refuseUnrouted(request, reply);
  });
  // What belongs to one person is kept by no cache on the way; files and the console's page say otherwise themselves.
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
    platform.streams.closeAll();
  });
  // An open page fetches itself again, and reads from the response that maintenance has started.
  const refetch: LiveEvent = { topic: "workspace", id: null, change: null };
  platform.maintenance.onStart(() => platform.streams.closeForCustomers(refetch));
  app.addHook("onSend", async (request, reply) => {
    if (request.routeOptions.config.console !== true || reply.statusCode >= 400)
      reply.header("Content-Security-Policy", apiPolicy);
    // An answer under way when the server is told to stop is the last on its connection, which else stays open idle.
    if (isStopping) reply.header("Connection", "close");
    // Of the answer that begins or ends maintenance too.
    const { startedAt } = platform.maintenance;
    if (startedAt === null) reply.removeHeader(maintenanceHeader);
    else reply.header(maintenanceHeader, startedAt.toISOString());
    if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "no-store");
    if (!reply.hasHeader("Vary"))
      reply.header("Vary", "Origin, Cookie, Authorization, Accept, Sec-Fetch-Mode");
  });
  app.setErrorHandler<Error>((error, request, reply) =>
    handleError(platform.maintenance.withMessage(error), request, reply),
  );
  app.setNotFoundHandler(refuseUnrouted);
  const metrics = registerMetrics(app);
  registerBrokenChainsGauge(metrics, platform.db);
  measureRegions(metrics, platform);
  measureDisk(metrics, platform.db, deps.databaseFolder);
  platform.proxies.report(metrics);
  registerRoutes(app, platform, { ...deps, metrics });
  const { apiOrigin, publicUrl } = deps;
  await serveConsole(app, {
    apiOrigin,
    publicUrl,
    cookieDomain: platform.cookieDomain,
    folder: deps.consoleFolder ?? null,
  });
  return app;
}

function securityHeaders(https: boolean, apiOrigin: string | null) {
  return {
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy(apiOrigin) },
    strictTransportSecurity: https ? { maxAge: yearSeconds, includeSubDomains: true } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" as const },
    crossOriginOpenerPolicy: { policy: "same-origin" as const },
    crossOriginResourcePolicy: { policy: "same-site" as const },
    xFrameOptions: { action: "deny" as const },
  };
}

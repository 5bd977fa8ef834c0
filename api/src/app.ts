/** Builds the server: limits, headers, hooks and the endpoints of every resource. */
import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import { fastifySSE } from "@fastify/sse";
import plugin from "fastify-plugin";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { LiveEvent } from "#contracts/live.ts";
import { maintenanceAnnouncedHeader, maintenanceHeader } from "#contracts/maintenance.ts";
import { createTrustPredicate } from "./core/lib/addresses.ts";
import { respondToBadHttp } from "./core/http/bad-http.ts";
import { countRequest } from "./core/http/before-body.ts";
import { parseOnlyJson } from "./core/http/body.ts";
import { isNavigation, rewriteNavigation, serveConsole } from "./core/http/serve-console.ts";
import {
  addCorsHeaders,
  sendPreflightResponse,
  apiPolicy,
  isPreflight,
} from "./core/http/cross-origin.ts";
import { ProblemError } from "./core/lib/problem-error.ts";
import { registerBrokenChainsGauge } from "./core/audit/audit-chain.ts";
import { measureDisk } from "./core/db/disk-metrics.ts";
import { registerMetrics } from "./core/lib/metrics.ts";
import { measureFindings } from "./modules/infrastructure/finding-metrics.ts";
import { measureRegions } from "./modules/instances/region-metrics.ts";
import { type ServerDeps, rejectUndeclaredRoutes } from "./core/http/register-endpoints.ts";
import { rejectUnroutedRequest, handleError } from "./core/http/error-handler.ts";
import type { LiveEventHub } from "./core/live/live-events.ts";
import { longestParameter, findUrlProblem } from "./core/http/urls.ts";
import { securityHeaders } from "./core/http/security-headers.ts";
import { isWebSocketRequest, routeWebSockets } from "./core/http/web-sockets.ts";
import { registerRoutes, type RouteDeps } from "./routes.ts";

export interface AppDeps extends Omit<RouteDeps, "metrics"> {
  readonly platform: ServerDeps;
  readonly logger: FastifyBaseLogger;
  readonly live: LiveEventHub;
  readonly trustedProxies: readonly string[];
  /** A folder on the database's file system; null if the database runs on another host. */
  readonly databaseFolder: string | null;
  /** Folder that contains the built console's `dist/`; default: the repository's. */
  readonly consoleFolder?: string | null;
  /** Origin of the API for the console; null if it is the console's own. */
  readonly apiOrigin: string | null;
}

const bodyLimitBytes = 64 * 1024;
const requestTimeoutMs = 30_000;
const headersTimeoutMs = 10_000;
// Longer than load balancers and proxies keep an idle connection (typically 60 s). The side that sends requests must
// close first; otherwise a request may be sent on a connection that is just being closed and fail.
const keepAliveTimeoutMs = 75_000;
const permissionsPolicy =
  "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), display-capture=()";

/** Contracts validate requests and responses. Fastify would load its own compilers of schemas at each start. */
function noRouteSchemas(): never {
  throw new Error("Routes are validated by their contracts");
}

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { platform } = deps;
  const isTrustedProxy = createTrustPredicate(deps.trustedProxies);
  const app = fastify({
    loggerInstance: deps.logger,
    schemaController: {
      compilersFactory: { buildValidator: noRouteSchemas, buildSerializer: noRouteSchemas },
    },
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // Requests without a Host header are rejected below in the standard problem format, which Node would not use.
    http: {
      headersTimeout: headersTimeoutMs,
      requireHostHeader: false,
      shouldUpgradeCallback: isWebSocketRequest,
    },
    connectionTimeout: 0,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    trustProxy: (address) => isTrustedProxy(address),
    clientErrorHandler: respondToBadHttp(platform.clock, deps.logger),
    // rewriteUrl prevents these errors; if one occurs, it is sent in the standard problem format.
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
  routeWebSockets(app);
  parseOnlyJson(app);
  // Each reader parses the cookies it needs: most requests need the session only.
  await app.register(cookie, { hook: false });
  // The default export is typed as a module; the named export is not wrapped by fastify-plugin, so routes would not
  // see it.
  await app.register(plugin(fastifySSE), { heartbeatInterval: 0 });
  const headers = {
    ...securityHeaders(platform.secureCookies, deps.apiOrigin),
    "permissions-policy": permissionsPolicy,
  };
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers).header("X-Request-Id", request.id);
    // The console computes session expiry from the Date header, so it has to be the injected clock's time.
    reply.header("Date", platform.clock.now().toUTCString());
    // A stream is not sent through onSend below.
    const { startedAt, announcement } = platform.maintenance;
    if (startedAt !== null) reply.header(maintenanceHeader, startedAt.toISOString());
    else if (announcement !== null) reply.header(maintenanceAnnouncedHeader, announcement.startsAt);
    addCorsHeaders(platform.allowedOrigins, request, reply);
    platform.proxies.observe(request, deps.logger);
    const error = findUrlProblem(request.originalUrl, isNavigation(request.raw));
    if (error !== null) throw new ProblemError(error);
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1")
      throw new ProblemError("bad_request");
    // Request bodies are never decompressed, which prevents decompression bombs.
    if ((request.headers["content-encoding"] ?? "identity") !== "identity")
      throw new ProblemError("unsupported_media_type");
    if (isPreflight(request, reply)) return sendPreflightResponse(reply);
    if (!request.is404) return undefined;
    // Rejected here, before the body is read.
    await countRequest(platform, request);
    return rejectUnroutedRequest(request, reply);
  });
  // Responses are not cached by default; files and the console's page set their own header.
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
    platform.streams.closeAll();
  });
  // Open pages refetch, and learn from the response header that maintenance has started.
  const refetch: LiveEvent = { topic: "workspace", id: null, change: null };
  platform.maintenance.onStart(() => platform.streams.closeForCustomers(refetch));
  app.addHook("onSend", async (request, reply) => {
    if (request.routeOptions.config.console !== true || reply.statusCode >= 400)
      reply.header("Content-Security-Policy", apiPolicy);
    // During shutdown each response closes its connection; an idle connection would otherwise stay open.
    if (isStopping) reply.header("Connection", "close");
    // Applies also to the response that starts or ends maintenance.
    const { startedAt, announcement } = platform.maintenance;
    if (startedAt === null) reply.removeHeader(maintenanceHeader);
    else reply.header(maintenanceHeader, startedAt.toISOString());
    if (startedAt !== null || announcement === null) reply.removeHeader(maintenanceAnnouncedHeader);
    else reply.header(maintenanceAnnouncedHeader, announcement.startsAt);
    if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "no-store");
    if (!reply.hasHeader("Vary"))
      reply.header(
        "Vary",
        "Origin, Cookie, Authorization, Accept, Accept-Encoding, Sec-Fetch-Mode",
      );
  });
  app.setErrorHandler<Error>((error, request, reply) =>
    handleError(platform.maintenance.withMessage(error), request, reply),
  );
  app.setNotFoundHandler(rejectUnroutedRequest);
  const metrics = registerMetrics(app);
  registerBrokenChainsGauge(metrics, platform.db);
  measureRegions(metrics, platform);
  measureFindings(metrics, platform.db);
  measureDisk(metrics, platform.db, deps.databaseFolder);
  platform.proxies.report(metrics);
  registerRoutes(app, platform, { ...deps, metrics });
  const { apiOrigin, publicUrl } = deps;
  await serveConsole(app, platform, {
    apiOrigin,
    publicUrl,
    metrics,
    folder: deps.consoleFolder ?? null,
    cardForm: deps.payments?.browser ?? null,
  });
  return app;
}

/** The server: limits, headers and hooks, then every noun's calls. */
import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import { fastifySSE } from "@fastify/sse";
import plugin from "fastify-plugin";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { maintenanceHeader } from "#contracts/maintenance.ts";
import { Refusal } from "./core/errors.ts";
import { rewriteNavigation, serveConsole } from "./core/console.ts";
import { countBrokenChains } from "./core/audit-chain.ts";
import { collectMetrics } from "./core/metrics.ts";
import { type Platform, seal } from "./core/mount.ts";
import { renderError, renderNotFound } from "./core/render.ts";
import type { LiveHub } from "./core/live.ts";
import { mountNouns, type NounParts } from "./nouns.ts";

export interface AppParts extends Omit<NounParts, "metrics"> {
  readonly platform: Platform;
  readonly logger: FastifyBaseLogger;
  readonly live: LiveHub;
  readonly trustedProxies: readonly string[];
  /** Where the built console is, if not in the repository. */
  readonly consoleFolder?: string | null;
}

const bodyLimitBytes = 64 * 1024;
const urlLimit = 8 * 1024;
const requestTimeoutMs = 30_000;
const headersTimeoutMs = 10_000;
// Longer than balancers and proxies keep an idle connection (60 s is usual): whoever closes first must be the side that
// sends requests, or one of them meets a connection that is just being closed, and fails.
const keepAliveTimeoutMs = 75_000;
const nothingOfTheDevice =
  "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), display-capture=()";
const yearSeconds = 31_536_000;

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { platform } = parts;
  const app = fastify({
    loggerInstance: parts.logger,
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs },
    connectionTimeout: 0,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    rewriteUrl: rewriteNavigation,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200, caseSensitive: true },
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
  });
  seal(app);
  await app.register(cookie);
  await app.register(helmet, securityHeaders(platform.secureCookies));
  // Its default export is typed as a module; the named one lacks the wrapping that lets routes see it.
  await app.register(plugin(fastifySSE), { heartbeatInterval: 15_000 });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-Id", request.id).header("Permissions-Policy", nothingOfTheDevice);
    // The console reads the time by which sessions end from it: the injected clock, where that is another.
    reply.header("Date", platform.clock.now().toUTCString());
    const { startedAt } = platform.maintenance;
    if (startedAt !== null) reply.header(maintenanceHeader, startedAt.toISOString());
    if (request.originalUrl.length > urlLimit) throw new Refusal("uri_too_long");
    // A few bytes that unpack to gigabytes: nothing that comes in is unpacked.
    if ((request.headers["content-encoding"] ?? "identity") !== "identity")
      throw new Refusal("unsupported_media_type");
    answerOrigin(platform.allowedOrigins, request.headers.origin, reply);
    if (isPreflight(request) && reply.hasHeader("Access-Control-Allow-Origin"))
      return answerPreflight(reply);
    return undefined;
  });
  // What belongs to one person is kept by no cache on the way; files and the console's page say otherwise themselves.
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
  });
  app.addHook("onSend", async (request, reply) => {
    // An answer of the API is never a page: nothing in it may load or run anything.
    if (request.routeOptions.config.console !== true)
      reply.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    // An answer under way when the server is told to stop is the last on its connection, which else stays open idle.
    if (isStopping) reply.header("Connection", "close");
    if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "no-store");
    if (!reply.hasHeader("Vary"))
      reply.header("Vary", "Origin, Cookie, Authorization, Accept, Sec-Fetch-Mode");
  });
  app.setErrorHandler<Error>((error, request, reply) =>
    renderError(platform.maintenance.told(error), request, reply),
  );
  app.setNotFoundHandler(renderNotFound);
  const metrics = collectMetrics(app);
  countBrokenChains(metrics, platform.db);
  mountNouns(app, platform, { ...parts, metrics });
  await serveConsole(app, {
    cookieDomain: platform.cookieDomain,
    folder: parts.consoleFolder ?? null,
  });
  return app;
}

function answerOrigin(
  allowed: readonly string[],
  origin: string | undefined,
  reply: { header(name: string, value: string): unknown },
) {
  if (origin === undefined || !allowed.includes(origin)) return;
  reply.header("Access-Control-Allow-Origin", origin);
  reply.header("Access-Control-Allow-Credentials", "true");
  reply.header(
    "Access-Control-Expose-Headers",
    "X-Maintenance-Started-At, Retry-After, X-Request-Id, X-Seen-Changes",
  );
}

const isPreflight = (request: FastifyRequest) =>
  request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;

/** What a console on a sibling host may send. */
function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .header("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
    .header(
      "Access-Control-Allow-Headers",
      "content-type, x-csrf-token, idempotency-key, authorization",
    )
    .header("Access-Control-Max-Age", "600")
    .code(204)
    .send();
}

/** One policy for page and API: nothing inline, nothing from elsewhere, no frame. */
function securityHeaders(https: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: yearSeconds, includeSubDomains: true } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" as const },
    crossOriginOpenerPolicy: { policy: "same-origin" as const },
    crossOriginResourcePolicy: { policy: "same-site" as const },
    xFrameOptions: { action: "deny" as const },
  };
}

/** Endpoints for monitoring and tools: health, metrics, setup, OpenAPI document. */
import type { Registry } from "prom-client";
import { system } from "#contracts/system.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import type { Handlers, RequestInfo } from "../../core/http/handlers.ts";
import { constantTimeEqual } from "../../core/lib/crypto.ts";
import type { ProxyWatch } from "../../core/http/proxy-watch.ts";
import { openApiDocument } from "../../openapi.ts";

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "::1"]);

/**
 * Requests through an untrusted local proxy have a loopback IP address, so forwarded requests do not count as
 * local.
 */
const isForwarded = (headers: RequestInfo["headers"]): boolean =>
  headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined;

export function systemHandlers(deps: {
  metrics: Registry;
  metricsToken: string | null;
  proxies: ProxyWatch;
}): Handlers<typeof system> {
  // Generated for the first reader: it takes a fifth of a second, for which every start would wait.
  let document: ReturnType<typeof openApiDocument> | null = null;
  return {
    health: async () => ({ status: "ok" }),
    metrics: async ({ request }) => {
      const authorization = request.headers["authorization"];
      const expected = deps.metricsToken === null ? null : `Bearer ${deps.metricsToken}`;
      const mayRead =
        expected === null
          ? loopback.has(request.ip) && !isForwarded(request.headers)
          : typeof authorization === "string" &&
            constantTimeEqual(Buffer.from(authorization), Buffer.from(expected));
      if (!mayRead) throw new ProblemError("not_found");
      return await deps.metrics.metrics();
    },
    setup: async () => ({ untrustedProxy: deps.proxies.current }),
    openapi: async () => (document ??= openApiDocument()),
  };
}

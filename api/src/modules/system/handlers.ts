/** What machines ask: are you there, how are you, what can you do. */
import type { Registry } from "prom-client";
import { system } from "#contracts/system.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import type { Handlers, RequestInfo } from "../../core/http/handlers.ts";
import { constantTimeEqual } from "../../core/lib/crypto.ts";
import type { ProxyWatch } from "../../core/http/proxy-watch.ts";
import { openApiDocument } from "../../openapi.ts";

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "::1"]);

/** A proxy on this machine lends its address to everybody, unless it is trusted: then the address is the sender's. */
const isForwarded = (headers: RequestInfo["headers"]): boolean =>
  headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined;

export function systemHandlers(parts: {
  metrics: Registry;
  metricsToken: string | null;
  proxies: ProxyWatch;
}): Handlers<typeof system> {
  const document = openApiDocument();
  return {
    health: async () => ({ status: "ok" }),
    metrics: async ({ request }) => {
      const given = request.headers["authorization"];
      const requested = parts.metricsToken === null ? null : `Bearer ${parts.metricsToken}`;
      const mayRead =
        requested === null
          ? loopback.has(request.ip) && !isForwarded(request.headers)
          : typeof given === "string" &&
            constantTimeEqual(Buffer.from(given), Buffer.from(requested));
      if (!mayRead) throw new ProblemError("not_found");
      return await parts.metrics.metrics();
    },
    setup: async () => {
      const proxy = parts.proxies.current;
      return {
        untrustedProxy:
          proxy === null
            ? null
            : { address: proxy.address, lastSeenAt: proxy.lastSeenAt.toISOString() },
      };
    },
    openapi: async () => document,
  };
}

/** What machines ask: are you there, how are you, what can you do. */
import type { Registry } from "prom-client";
import { system } from "#contracts/system.ts";
import { Refusal } from "../core/errors.ts";
import type { Handlers } from "../core/handlers.ts";
import { sameBytes } from "../core/keys.ts";
import { openApiDocument } from "../openapi.ts";

const loopback = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

export function systemHandlers(parts: {
  metrics: Registry;
  metricsToken: string | null;
}): Handlers<typeof system> {
  const document = openApiDocument();
  return {
    health: async () => ({ status: "ok" }),
    metrics: async ({ request }) => {
      const given = request.headers["authorization"];
      const wanted = parts.metricsToken === null ? null : `Bearer ${parts.metricsToken}`;
      const mayRead =
        wanted === null
          ? loopback.has(request.ip)
          : typeof given === "string" && sameBytes(Buffer.from(given), Buffer.from(wanted));
      if (!mayRead) throw new Refusal("not_found");
      return await parts.metrics.metrics();
    },
    openapi: async () => document,
  };
}

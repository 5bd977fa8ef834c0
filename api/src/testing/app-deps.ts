/** Minimal dependencies of the server for tests and benchmarks, which override what they need. */
import { tmpdir } from "node:os";
import { defaultSlotLimits } from "../ports/regions.ts";
import type { AppDeps } from "../app.ts";
import { LiveEventHub } from "../core/live/live-events.ts";
import { createLogger } from "../core/lib/logger.ts";
import { MaintenanceState } from "../core/live/maintenance.ts";
import type { ServerDeps } from "../core/http/register-endpoints.ts";
import { ProxyWatch } from "../core/http/proxy-watch.ts";
import { RateLimiter } from "../core/http/rate-limiter.ts";
import { OpenStreams } from "../core/http/streams.ts";

import { createWebhookNetwork } from "../modules/webhooks/webhook-network.ts";

type BaseDeps = Pick<ServerDeps, "db" | "clock" | "keys"> &
  Pick<AppDeps, "passwords" | "publicUrl">;

export function minimalAppDeps(
  { db, clock, keys, passwords, publicUrl }: BaseDeps,
  overrides: Partial<ServerDeps> = {},
): AppDeps {
  const logger = createLogger("error");
  return {
    platform: {
      db,
      clock,
      keys,
      cookieDomain: null,
      secureCookies: false,
      allowedOrigins: [],
      maintenance: new MaintenanceState(db),
      requests: new RateLimiter(db, keys, null),
      streams: new OpenStreams(clock),
      proxies: new ProxyWatch(clock),
      staffNeedTwoFactor: false,
      ...overrides,
    },
    logger,
    live: new LiveEventHub(db.owner, clock, (error) => logger.error(error)),
    passwords,
    regions: {
      handles: [],
      compute: () => null,
      bareMetal: () => null,
      slots: () => defaultSlotLimits,
    },
    payments: null,
    webhookNetwork: createWebhookNetwork(false),
    metricsToken: null,
    databaseFolder: tmpdir(),
    trustedProxies: [],
    apiOrigin: null,
    publicUrl,
    demo: false,
    emailStep: "never",
  };
}

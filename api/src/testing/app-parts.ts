/** A server with nothing in front of it and nothing an operator has chosen: for tests and benches, which say what is different in theirs. */
import { tmpdir } from "node:os";
import type { AppParts } from "../app.ts";
import { LiveHub } from "../core/live.ts";
import { makeLogger } from "../core/logger.ts";
import { MaintenanceWatch } from "../core/maintenance.ts";
import type { Platform } from "../core/mount.ts";
import { ProxyWatch } from "../core/proxy-watch.ts";
import { RequestLimits } from "../core/request-limits.ts";
import { Streams } from "../core/streams.ts";

type Base = Pick<Platform, "db" | "clock" | "keys"> & Pick<AppParts, "passwords" | "publicUrl">;

export function plainApp(
  { db, clock, keys, passwords, publicUrl }: Base,
  different: Partial<Platform> = {},
): AppParts {
  const logger = makeLogger("error");
  return {
    platform: {
      db,
      clock,
      keys,
      cookieDomain: null,
      secureCookies: false,
      allowedOrigins: [],
      maintenance: new MaintenanceWatch(db),
      requests: new RequestLimits(db, keys, null),
      streams: new Streams(clock),
      proxies: new ProxyWatch(clock),
      staffNeedTwoFactor: false,
      ...different,
    },
    logger,
    live: new LiveHub(db.owner, (error) => logger.error(error)),
    passwords,
    metricsToken: null,
    databaseFolder: tmpdir(),
    trustedProxies: [],
    apiOrigin: null,
    publicUrl,
    demo: false,
    emailStep: "never",
  };
}

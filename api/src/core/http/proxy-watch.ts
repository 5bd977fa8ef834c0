/**
 * Detects a reverse proxy that `TRUSTED_PROXIES` does not name. All clients behind it appear with the proxy's
 * address.
 */
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { Gauge, type Registry } from "prom-client";
import { findUntrustedProxy } from "../lib/addresses.ts";
import type { Clock } from "../lib/clock.ts";

/** How long a proxy is reported after the last request through it. */
const reportedMs = 3_600_000;

interface UntrustedProxy {
  readonly address: string;
  readonly lastSeenAt: Date;
}

export class ProxyWatch {
  readonly #clock: Clock;
  #seen: UntrustedProxy | null = null;
  #isLogged = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Checks a request; logs a warning for the first one that came through an untrusted proxy. */
  observe(request: FastifyRequest, log: FastifyBaseLogger): void {
    const address = findUntrustedProxy(request);
    if (address === null) return;
    this.#seen = { address, lastSeenAt: this.#clock.now() };
    if (this.#isLogged) return;
    this.#isLogged = true;
    log.warn(
      { proxy: address },
      `requests come through the proxy ${address}, which TRUSTED_PROXIES does not name: all clients behind it share one rate limit, and security emails name the proxy's address`,
    );
  }

  /** The proxy seen within the last hour, as responses show it, or null. */
  get current(): { address: string; lastSeenAt: string } | null {
    if (this.#seen === null) return null;
    const { address, lastSeenAt } = this.#seen;
    return this.#clock.now().getTime() - lastSeenAt.getTime() < reportedMs
      ? { address, lastSeenAt: lastSeenAt.toISOString() }
      : null;
  }

  /** Adds the gauge `boreal_untrusted_proxy`: 1 while a proxy is reported, 0 otherwise. */
  report(registry: Registry): void {
    const gauge: Gauge = new Gauge({
      name: "boreal_untrusted_proxy",
      help: "1 while requests come through a proxy that TRUSTED_PROXIES does not name",
      registers: [registry],
      collect: () => gauge.set(this.current === null ? 0 : 1),
    });
  }
}

/** Notices a reverse proxy that `TRUSTED_PROXIES` does not name: behind it everybody has one address. */
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { Gauge, type Registry } from "prom-client";
import { untrustedProxyOf } from "../lib/addresses.ts";
import type { Clock } from "../lib/clock.ts";

/** How long one is reported after the last request that came through it. */
const reportedMs = 3_600_000;

export interface UntrustedProxy {
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

  /** Looks at a request; the first one that came through an untrusted proxy is logged. */
  notice(request: FastifyRequest, log: FastifyBaseLogger): void {
    const address = untrustedProxyOf(request);
    if (address === null) return;
    this.#seen = { address, lastSeenAt: this.#clock.now() };
    if (this.#isLogged) return;
    this.#isLogged = true;
    log.warn(
      { proxy: address },
      `requests come through the proxy ${address}, which TRUSTED_PROXIES does not name: everybody behind it shares its rate limits, and security mails name its address`,
    );
  }

  /** The one that was seen within the last hour. */
  get current(): UntrustedProxy | null {
    const seen = this.#seen;
    if (seen === null) return null;
    return this.#clock.now().getTime() - seen.lastSeenAt.getTime() < reportedMs ? seen : null;
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

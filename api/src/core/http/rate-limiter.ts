/**
 * Rate limit per minute for each session or access token, and for each network when there is neither; shared by all
 * processes. Each process leases a batch of requests from the database, so most requests need no query.
 */
import { networkOf } from "../lib/addresses.ts";
import type { AccessToken } from "./access-token.ts";
import { type Database, sql } from "../db/db.ts";
import { ProblemError } from "../lib/problem-error.ts";
import { type Keyring, sha256 } from "../lib/crypto.ts";
import type { SessionToken } from "./session-token.ts";

export interface RateLimits {
  /** Requests a minute. */
  readonly session: number;
  readonly anonymous: number;
}

interface Lease {
  remaining: number;
  endsAt: number;
}

const windowMs = 60_000;
/** Sent to a client above the limit; the specification's standard wait. */
const retryAfterSeconds = 30;
const leasesPerWindow = 20;
const maxTrackedKeys = 20_000;

/** Key that requests are counted under: the session, or the access token. */
export const rateLimitKey = (
  token: SessionToken | null,
  bearer: AccessToken | null,
): string | null => (bearer === null ? (token?.sessionId ?? null) : bearer.hash.toString("hex"));

export class RateLimiter {
  readonly #db: Database;
  readonly #keys: Keyring;
  /** Null if rate limiting is off. */
  readonly #budgets: RateLimits | null;
  readonly #leases = new Map<string, Lease>();
  /** Sessions and tokens that authenticated successfully; they are not counted against their network. */
  readonly #known = new Set<string>();

  constructor(db: Database, keys: Keyring, limits: RateLimits | null) {
    this.#db = db;
    this.#keys = keys;
    this.#budgets = limits;
  }

  /**
   * Throws 429 above the limit. An unknown session or token counts against its network until `markAuthenticated` is
   * called, so made-up credentials cannot get a fresh limit.
   */
  async consume(holder: string | null, ip: string, now: Date): Promise<void> {
    const limits = this.#budgets;
    if (limits === null) return;
    const isKnown = holder !== null && this.#known.has(holder);
    const [name, limit] = isKnown
      ? [`session ${holder}`, limits.session]
      : [`network ${networkOf(ip)}`, limits.anonymous];
    const lease = await this.#getLease(name, limit, now);
    lease.remaining -= 1;
    if (lease.remaining < 0)
      throw new ProblemError("too_many_requests", { seconds: retryAfterSeconds });
  }

  /** Marks a session or token as live and refunds the request to its network. */
  markAuthenticated(holder: string, ip: string): void {
    if (this.#budgets === null || this.#known.has(holder)) return;
    if (this.#known.size >= maxTrackedKeys) this.#known.clear();
    this.#known.add(holder);
    const lease = this.#leases.get(`network ${networkOf(ip)}`);
    if (lease !== undefined) lease.remaining += 1;
  }

  async #getLease(name: string, limit: number, now: Date): Promise<Lease> {
    const cached = this.#leases.get(name);
    if (cached !== undefined && cached.endsAt > now.getTime() && cached.remaining !== 0)
      return cached;
    const size = Math.max(1, Math.floor(limit / leasesPerWindow));
    const lease = await this.#acquireLease(name, limit, size, now);
    if (this.#leases.size >= maxTrackedKeys) this.#leases.clear();
    this.#leases.set(name, lease);
    return lease;
  }

  /** An exhausted lease is cached too, so that further requests above the limit need no query. */
  async #acquireLease(name: string, limit: number, size: number, now: Date): Promise<Lease> {
    const key = sha256(this.#keys.hmac("throttle", `requests|${name}`));
    const window = sql`make_interval(secs => ${windowMs / 1000})`;
    const isOver = sql`t.window_start + ${window} <= ${now}`;
    const row = await this.#db.withSystemRole("requests are counted for no tenant", (tx) =>
      tx.one<{ window_start: Date; attempt_count: number }>(sql`
        INSERT INTO throttle AS t (key, window_start, attempt_count) VALUES (${key}, ${now}, ${size})
        ON CONFLICT (key) DO UPDATE SET
          window_start = CASE WHEN ${isOver} THEN ${now}::timestamptz ELSE t.window_start END,
          attempt_count = CASE WHEN ${isOver} THEN ${size} ELSE least(t.attempt_count, ${limit}) + ${size} END
        RETURNING window_start, attempt_count`),
    );
    const granted = Math.max(0, Math.min(size, limit - (row.attempt_count - size)));
    return {
      remaining: granted === 0 ? -1 : granted,
      endsAt: row.window_start.getTime() + windowMs,
    };
  }
}

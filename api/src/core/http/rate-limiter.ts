/**
 * How many requests a minute one session or access token, and one network without either, may make: counted over
 * all processes. A process takes the right to a handful of requests at a time from the database, so
 * that most requests ask nobody.
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
  left: number;
  ends: number;
}

const windowMs = 60_000;
/** What is told to whoever asked for too much (docs: the specification's general wait). */
const retryAfterSeconds = 30;
const leasesPerWindow = 20;
const maxTrackedKeys = 20_000;

/** Whose requests are counted together. */
export const rateLimitKey = (
  token: SessionToken | null,
  bearer: AccessToken | null,
): string | null => (bearer === null ? (token?.sessionId ?? null) : bearer.hash.toString("hex"));

export class RateLimiter {
  readonly #db: Database;
  readonly #keys: Keyring;
  /** Null where nothing is limited. */
  readonly #budgets: RateLimits | null;
  readonly #leases = new Map<string, Lease>();
  /** Sessions and tokens that were found to be live, and need not be counted as strangers. */
  readonly #known = new Set<string>();

  constructor(db: Database, keys: Keyring, budgets: RateLimits | null) {
    this.#db = db;
    this.#keys = keys;
    this.#budgets = budgets;
  }

  /**
   * Refuses with 429 what is too much. A session or token nobody has seen yet here counts for its network
   * until `vouch` says that it is live: one cannot make them up to be counted anew.
   */
  async consume(holder: string | null, ip: string, now: Date): Promise<void> {
    const budgets = this.#budgets;
    if (budgets === null) return;
    const isKnown = holder !== null && this.#known.has(holder);
    const [name, budget] = isKnown
      ? [`session ${holder}`, budgets.session]
      : [`network ${networkOf(ip)}`, budgets.anonymous];
    const lease = await this.#lease(name, budget, now);
    lease.left -= 1;
    if (lease.left < 0) throw new ProblemError("too_many_requests", { seconds: retryAfterSeconds });
  }

  /** It is live: the request was none of a stranger. */
  markAuthenticated(holder: string, ip: string): void {
    if (this.#budgets === null || this.#known.has(holder)) return;
    if (this.#known.size >= maxTrackedKeys) this.#known.clear();
    this.#known.add(holder);
    const lease = this.#leases.get(`network ${networkOf(ip)}`);
    if (lease !== undefined) lease.left += 1;
  }

  async #lease(name: string, budget: number, now: Date): Promise<Lease> {
    const held = this.#leases.get(name);
    if (held !== undefined && held.ends > now.getTime() && held.left !== 0) return held;
    const size = Math.max(1, Math.floor(budget / leasesPerWindow));
    const lease = await this.#take(name, budget, size, now);
    if (this.#leases.size >= maxTrackedKeys) this.#leases.clear();
    this.#leases.set(name, lease);
    return lease;
  }

  /** A refused lease is kept too, so that whoever goes on asking costs nothing. */
  async #take(name: string, budget: number, size: number, now: Date): Promise<Lease> {
    const key = sha256(this.#keys.hmac("throttle", `requests|${name}`));
    const window = sql`make_interval(secs => ${windowMs / 1000})`;
    const isOver = sql`t.window_start + ${window} <= ${now}`;
    const row = await this.#db.withSystemRole("requests are counted for no tenant", (tx) =>
      tx.one<{ window_start: Date; count: number }>(sql`
        INSERT INTO throttle AS t (key, window_start, count) VALUES (${key}, ${now}, ${size})
        ON CONFLICT (key) DO UPDATE SET
          window_start = CASE WHEN ${isOver} THEN ${now}::timestamptz ELSE t.window_start END,
          count = CASE WHEN ${isOver} THEN ${size} ELSE least(t.count, ${budget}) + ${size} END
        RETURNING window_start, count`),
    );
    const granted = Math.max(0, Math.min(size, budget - (row.count - size)));
    return {
      left: granted === 0 ? -1 : granted,
      ends: row.window_start.getTime() + windowMs,
    };
  }
}

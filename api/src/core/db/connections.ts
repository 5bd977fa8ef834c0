/**
 * Connections to PostgreSQL, each verified before use. Poolers silently drop the options of a startup packet, so role
 * and limits are set by statements, read back and compared: a connection that kept the owner's role would see every
 * tenant. This costs one round trip per new connection and none per request.
 */
import pg from "pg";
import { isUnavailable, UnfitDatabase } from "./database-errors.ts";
import type { Sockets } from "./database-pulse.ts";

export interface DatabaseLimits {
  /** How long to wait for a free or new connection of the pool. */
  readonly connectMs: number;
  /** Timeout of one statement. */
  readonly statementMs: number;
  /** Timeout for another transaction's lock. */
  readonly lockMs: number;
  /** How long a transaction may stay open without a statement. */
  readonly idleInTransactionMs: number;
}

/** For requests. */
export const requestLimits: DatabaseLimits = {
  connectMs: 4_000,
  statementMs: 15_000,
  lockMs: 8_000,
  idleInTransactionMs: 30_000,
};

/** For jobs, which may wait longer. */
export const jobLimits: DatabaseLimits = { ...requestLimits, connectMs: 20_000 };

/** For the job queue and LISTEN, which connect as the owner. */
export const ownerLimits: DatabaseLimits = {
  connectMs: 4_000,
  statementMs: 60_000,
  lockMs: 30_000,
  idleInTransactionMs: 60_000,
};

/** A response later than PostgreSQL's own timeout is not expected any more; the connection is closed. */
const responseGraceMs = 5_000;

export type WorkRole = "boreal_app" | "boreal_system";

const milliseconds = (value: string): number => {
  const [, amount, unit] = /^(\d+)(ms|s|min|h|d)?$/.exec(value) ?? [];
  const factor = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
  return (
    Number(amount) *
    factor[unit === "s" || unit === "min" || unit === "h" || unit === "d" ? unit : "ms"]
  );
};

const toSettings = (limits: DatabaseLimits): Record<string, number> => ({
  statement_timeout: limits.statementMs,
  lock_timeout: limits.lockMs,
  idle_in_transaction_session_timeout: limits.idleInTransactionMs,
});

const connectionAdvice = "Connect to PostgreSQL directly, or through a pooler in session mode.";

/** Sets role and limits of a new connection and reads them back; throws UnfitDatabase if they differ. */
export async function configureConnection(
  client: pg.ClientBase,
  role: WorkRole | null,
  limits: DatabaseLimits,
): Promise<void> {
  const expected = toSettings(limits);
  const names = Object.keys(expected);
  try {
    const set = [
      ...(role === null ? [] : [`SET ROLE ${role}`]),
      "SET TimeZone TO 'UTC'",
      ...names.map((name) => `SET ${name} TO ${expected[name]}`),
    ];
    await client.query(set.join(";"));
    // A separate statement: a transaction pooler may switch the server connection in between.
    const { rows } = await client.query<Record<string, string>>(
      `SELECT current_user AS role, current_setting('TimeZone') AS "TimeZone", ${names.map((name) => `current_setting('${name}') AS ${name}`).join(", ")}`,
    );
    const actual = rows[0] ?? {};
    const mismatches = [
      ...(role !== null && actual["role"] !== role
        ? [`the role is ${actual["role"]}, not ${role}`]
        : []),
      ...(actual["TimeZone"] === "UTC" ? [] : [`the time zone is ${actual["TimeZone"]}, not UTC`]),
      ...names
        .filter((name) => milliseconds(actual[name] ?? "") !== expected[name])
        .map((name) => `${name} is ${actual[name]}, not ${expected[name]} ms`),
    ];
    if (mismatches.length > 0)
      throw new UnfitDatabase(
        `A new database connection does not keep its settings (${mismatches.join("; ")}). ${connectionAdvice}`,
      );
  } catch (cause) {
    if (cause instanceof UnfitDatabase || isUnavailable(cause)) throw cause;
    throw new UnfitDatabase(
      `A new database connection cannot be set up: ${cause instanceof Error ? cause.message : String(cause)}. ${connectionAdvice}`,
      { cause },
    );
  }
}

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** Null for the owner. */
  readonly role: WorkRole | null;
  readonly limits: DatabaseLimits;
  readonly sockets: Sockets;
  readonly onError: (error: Error) => void;
  readonly onUnfit: (error: UnfitDatabase) => void;
  readonly more: pg.PoolConfig;
}

export function openPool(options: PoolOptions): pg.Pool {
  const { url, size, role, limits, sockets, onError, onUnfit, more } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: `boreal ${role ?? "owner"}`,
    connectionTimeoutMillis: limits.connectMs,
    stream: sockets.open,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits the promise and discards the connection if it rejects; its types do not declare that
    onConnect: (client) =>
      configureConnection(client, role, limits).catch((error: unknown) => {
        if (error instanceof UnfitDatabase) onUnfit(error);
        throw error;
      }),
    ...more,
  });
  pool.on("error", onError);
  // An error of a checked-out connection is emitted only on the client; without a listener it ends the process.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

export const responseTimeoutMs = (limits: DatabaseLimits): number =>
  limits.statementMs + responseGraceMs;

/**
 * Throws UnfitDatabase if a transaction pooler shares connections: a role, a LISTEN or a prepared statement of one
 * connection would affect another. Opens two connections and uses them in turn; each must keep its own backend.
 */
export async function assertDedicatedConnections(url: string): Promise<void> {
  const clients = await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
      client.on("error", () => undefined);
      await client.connect();
      return client;
    }),
  );
  try {
    const seen = new Map<pg.Client, Set<number>>(clients.map((client) => [client, new Set()]));
    const rounds = 3;
    for (let round = 0; round < rounds; round++) {
      for (const [client, backends] of seen) {
        const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
        for (const { pid } of rows) backends.add(pid);
      }
    }
    const backends = [...seen.values()].flatMap((pids) => [...pids]);
    if (backends.length !== clients.length || new Set(backends).size !== clients.length)
      throw new UnfitDatabase(
        `The pooler in front of PostgreSQL shares connections by transaction, in which roles and notifications do not hold. ${connectionAdvice}`,
      );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

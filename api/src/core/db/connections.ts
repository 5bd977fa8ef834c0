/**
 * Connections to PostgreSQL, each made fit before it is used. Poolers drop the options of a start packet in silence, so
 * role and limits are set by statements, read back and compared: a connection that kept the owner's role would see
 * every tenant. It costs one round trip for each new connection and none for a request.
 */
import pg from "pg";
import { isUnavailable, UnfitDatabase } from "./database-errors.ts";
import type { Sockets } from "./database-pulse.ts";

export interface DatabaseLimits {
  /** How long to wait for a free connection of the pool, or for a new one to be made. */
  readonly connectMs: number;
  /** How long PostgreSQL works on one statement. */
  readonly statementMs: number;
  /** How long a statement waits for another transaction's lock. */
  readonly lockMs: number;
  /** How long a transaction may be open without a statement. */
  readonly idleInTransactionMs: number;
}

/** For work of a request, which has to be answered. */
export const requestLimits: DatabaseLimits = {
  connectMs: 4_000,
  statementMs: 15_000,
  lockMs: 8_000,
  idleInTransactionMs: 30_000,
};

/** For jobs, which nobody waits for. */
export const jobLimits: DatabaseLimits = { ...requestLimits, connectMs: 20_000 };

/** For the job queue itself and for LISTEN, as the owner. */
export const ownerLimits: DatabaseLimits = {
  connectMs: 4_000,
  statementMs: 60_000,
  lockMs: 30_000,
  idleInTransactionMs: 60_000,
};

/** An answer that is later than PostgreSQL's own limit will not come: the connection is closed. */
const answerGraceMs = 5_000;

export type WorkRole = "boreal_app" | "boreal_system";

const milliseconds = (value: string): number => {
  const [, amount, unit] = /^(\d+)(ms|s|min|h|d)?$/.exec(value) ?? [];
  const factor = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
  return (
    Number(amount) *
    factor[unit === "s" || unit === "min" || unit === "h" || unit === "d" ? unit : "ms"]
  );
};

const settingsOf = (limits: DatabaseLimits): Record<string, number> => ({
  statement_timeout: limits.statementMs,
  lock_timeout: limits.lockMs,
  idle_in_transaction_session_timeout: limits.idleInTransactionMs,
});

const sessionSentence = "Connect to PostgreSQL directly, or through a pooler in session mode.";

/** Sets role and limits of a new connection and reads them back; throws UnfitDatabase when they do not hold. */
export async function makeFit(
  client: pg.ClientBase,
  role: WorkRole | null,
  limits: DatabaseLimits,
): Promise<void> {
  const requested = settingsOf(limits);
  const names = Object.keys(requested);
  try {
    const set = [
      ...(role === null ? [] : [`SET ROLE ${role}`]),
      "SET TimeZone TO 'UTC'",
      ...names.map((name) => `SET ${name} TO ${requested[name]}`),
    ];
    await client.query(set.join(";"));
    // A statement of its own: between the two a pooler that shares connections may change them.
    const { rows } = await client.query<Record<string, string>>(
      `SELECT current_user AS role, current_setting('TimeZone') AS "TimeZone", ${names.map((name) => `current_setting('${name}') AS ${name}`).join(", ")}`,
    );
    const found = rows[0] ?? {};
    const wrong = [
      ...(role !== null && found["role"] !== role
        ? [`the role is ${found["role"]}, not ${role}`]
        : []),
      ...(found["TimeZone"] === "UTC" ? [] : [`the time zone is ${found["TimeZone"]}, not UTC`]),
      ...names
        .filter((name) => milliseconds(found[name] ?? "") !== requested[name])
        .map((name) => `${name} is ${found[name]}, not ${requested[name]} ms`),
    ];
    if (wrong.length > 0)
      throw new UnfitDatabase(
        `A new database connection does not keep its settings (${wrong.join("; ")}). ${sessionSentence}`,
      );
  } catch (cause) {
    if (cause instanceof UnfitDatabase || isUnavailable(cause)) throw cause;
    throw new UnfitDatabase(
      `A new database connection cannot be set up: ${cause instanceof Error ? cause.message : String(cause)}. ${sessionSentence}`,
      { cause },
    );
  }
}

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** Null for the owner itself. */
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
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise and hands nobody a connection for which it is rejected; its types do not say so
    onConnect: (client) =>
      makeFit(client, role, limits).catch((error: unknown) => {
        if (error instanceof UnfitDatabase) onUnfit(error);
        throw error;
      }),
    ...more,
  });
  pool.on("error", onError);
  // A connection that is in use when it breaks tells nobody else, and an error without a listener ends the process.
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

export const answerLimit = (limits: DatabaseLimits): number => limits.statementMs + answerGraceMs;

/**
 * Throws UnfitDatabase where connections are shared by transaction: then a role, a LISTEN or a prepared statement of one
 * connection lands in another. Two connections are held open and used in turn; each must stay with its own backend.
 */
export async function refuseSharedConnections(url: string): Promise<void> {
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
        `The pooler in front of PostgreSQL shares connections by transaction, in which roles and notifications do not hold. ${sessionSentence}`,
      );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

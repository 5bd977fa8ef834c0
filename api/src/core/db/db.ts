/**
 * PostgreSQL access: one pool for requests (role boreal_app, under row-level security) and one for system work (role
 * boreal_system). Queries of a transaction may be pipelined.
 */
import { createHash } from "node:crypto";
import pg from "pg";
import sql, { empty, join, type RawValue, raw, type Sql } from "sql-template-tag";
import {
  responseTimeoutMs,
  type DatabaseLimits,
  openPool,
  ownerLimits,
  requestLimits,
  type WorkRole,
} from "./connections.ts";
import { type Answer, Batch, type StatementConfig } from "./batch.ts";
import { DatabaseUnavailable, isUnavailable, type UnfitDatabase } from "./database-errors.ts";
import { DatabasePulse, type PulseLimits, Sockets } from "./database-pulse.ts";

export { empty, join, raw, sql };
export type { Sql };

/** Queries inside one transaction. The caller declares the row type, which must match the SQL. */
export interface Tx {
  many<Row>(query: Sql): Promise<Row[]>;
  /** Rows as arrays of their columns, for many columns: objects with their names take longer to fill. */
  tuples<Row extends readonly unknown[]>(query: Sql): Promise<Row[]>;
  /** The first row, or null. */
  maybeOne<Row>(query: Sql): Promise<Row | null>;
  /** The first row; throws if there is none. */
  one<Row>(query: Sql): Promise<Row>;
  /** Number of affected rows. */
  execute(query: Sql): Promise<number>;
}

export interface Database {
  /** Runs a transaction as boreal_app. Without a request's context it sees no rows of any tenant. */
  withTenant<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs a transaction that sees every tenant. The reason documents why. */
  withSystemRole<T>(reason: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Pool of the owner, for the job queue and LISTEN. */
  readonly owner: pg.Pool;
  /** Why PostgreSQL is currently unavailable; null while it responds or if it is not monitored. */
  readonly problem: Error | null;
  close(): Promise<void>;
}

interface TransactionOptions {
  readOnly?: boolean;
  /**
   * Set when the callback issues all queries before its first await; COMMIT is then pipelined in the same round trip.
   */
  pipelineCommit?: boolean;
}

/** SQLSTATEs that callers check for. */
export const uniqueViolation = "23505";
export const insufficientPrivilege = "42501";

/** True for a PostgreSQL error with this SQLSTATE and, if given, this constraint. */
export function isDatabaseError(error: unknown, sqlState: string, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === sqlState &&
    (constraint === undefined || error.constraint === constraint)
  );
}

// bigint columns hold counts, cents and seconds, all far below 2^53; a larger value is a bug.
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} does not fit a number`);
  return value;
});

// PostgreSQL caches a plan per connection under the statement's name.
const statementNames = new Map<string, string>();
const maxNamedStatements = 500;
function statementName(text: string): string | undefined {
  const cachedName = statementNames.get(text);
  if (cachedName !== undefined) return cachedName;
  if (statementNames.size >= maxNamedStatements) return undefined;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  statementNames.set(text, name);
  return name;
}

type Send = <Row>(config: StatementConfig) => Promise<Answer<Row>>;

/** Queries on a connection whose transaction the caller controls. */
export const createTx = (client: pg.ClientBase): Tx =>
  toTx(<Row>(config: StatementConfig) => client.query<Row & pg.QueryResultRow, RawValue[]>(config));

function toTx(sendStatement: Send): Tx {
  const toConfig = ({ text, values }: Sql): pg.QueryConfig<RawValue[]> => {
    const name = statementName(text);
    return name === undefined ? { text, values } : { text, values, name };
  };
  const send = <Row>(query: Sql) => sendStatement<Row>(toConfig(query));
  return {
    many: async <Row>(query: Sql) => (await send<Row>(query)).rows,
    tuples: async <Row extends readonly unknown[]>(query: Sql) => {
      const config: StatementConfig = { ...toConfig(query), rowMode: "array" };
      return (await sendStatement<Row>(config)).rows;
    },
    maybeOne: async <Row>(query: Sql) => (await send<Row>(query)).rows[0] ?? null,
    one: async <Row>(query: Sql) => {
      const row = (await send<Row>(query)).rows[0];
      if (row === undefined) throw new Error("A row was expected and none came");
      return row;
    },
    execute: async (query: Sql) => (await send(query)).rowCount ?? 0,
  };
}

/** Maps the various network errors of a lost connection to DatabaseUnavailable. */
const asUnavailable = (error: unknown): unknown =>
  error instanceof pg.DatabaseError || !isUnavailable(error) || error instanceof DatabaseUnavailable
    ? error
    : new DatabaseUnavailable("The connection to PostgreSQL is lost", { cause: error });

/** Statements that one piece of work issues before it waits are sent as one batch. */
function sendInBatches(client: pg.PoolClient): Send {
  let open: Batch | null = null;
  return <Row>(config: StatementConfig) => {
    if (open === null) {
      const batch = new Batch(typeParsers);
      open = batch;
      process.nextTick(() => {
        open = null;
        client.query(batch);
      });
    }
    return open.add<Row>(config);
  };
}

async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw asUnavailable(cause);
  });
  let broken: Error | undefined;
  const sendStatement = sendInBatches(client);
  const send = (text: string) => {
    const pending = sendStatement({ text, name: text });
    // Prevents an unhandled rejection; the caller awaits the promise later.
    pending.catch(() => undefined);
    return pending;
  };
  // BEGIN is pipelined with the first queries; if it fails, they fail too.
  const begin = send(options.readOnly === true ? "BEGIN READ ONLY" : "BEGIN");
  const execution = work(toTx(sendStatement));
  const commit = options.pipelineCommit === true ? send("COMMIT") : null;
  try {
    const result = await execution;
    await begin;
    await (commit ?? send("COMMIT"));
    return result;
  } catch (error) {
    // PostgreSQL skips a pipelined COMMIT after an error.
    const isCommitted = await commit?.then(
      () => true,
      () => false,
    );
    if (isCommitted !== true)
      await send("ROLLBACK").catch((error: Error) => {
        broken = error;
      });
    throw asUnavailable(error);
  } finally {
    client.release(broken);
  }
}

export interface DatabaseOptions {
  url: string;
  /** Number of connections per role. */
  poolSize: number;
  onError: (error: Error) => void;
  /** Called when a connection does not keep its role or limits; default: `onError`. */
  onUnfit?: (error: UnfitDatabase) => void;
  /** Limits of both roles' connections; default: those of requests. */
  limits?: DatabaseLimits;
  /**
   * Monitors whether PostgreSQL responds; off by default. `onChange` is called for each outage and each recovery
   * (null).
   */
  pulse?: PulseLimits & { onChange: (problem: Error | null) => void };
}

export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize, onError, onUnfit = onError, limits = requestLimits } = options;
  const sockets = new Sockets();
  const baseOptions = { url, sockets, onError, onUnfit };
  const rolePool = (role: WorkRole) =>
    openPool({
      ...baseOptions,
      size: poolSize,
      role,
      limits,
      more: {
        // Queries are sent without waiting for earlier results.
        pipeline: true,
        types: typeParsers,
        // A missing response closes the connection: later responses in the pipeline could not be matched.
        query_timeout: responseTimeoutMs(limits),
      },
    });
  const app = rolePool("boreal_app");
  const system = rolePool("boreal_system");
  const owner = openPool({ ...baseOptions, size: 8, role: null, limits: ownerLimits, more: {} });
  const pulse =
    options.pulse === undefined
      ? null
      : new DatabasePulse(url, options.pulse, sockets, options.pulse.onChange);
  pulse?.start();
  /** Fails immediately during an outage instead of waiting for a connection. */
  const assertAvailable = async () => {
    const problem = pulse?.problem ?? null;
    if (problem !== null) throw problem;
  };
  return {
    withTenant: async (work, transaction) => {
      await assertAvailable();
      return await inTransaction(app, work, transaction);
    },
    withSystemRole: async (_reason, work) => {
      await assertAvailable();
      return await inTransaction(system, work);
    },
    owner,
    get problem() {
      return pulse?.problem ?? null;
    },
    close: async () => {
      await pulse?.stop();
      await Promise.all([app.end(), system.end(), owner.end()]);
    },
  };
}

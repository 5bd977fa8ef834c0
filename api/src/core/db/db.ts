/**
 * PostgreSQL: one pool for requests (role boreal_app, behind the wall) and one for system work
 * (role boreal_system). Queries of a transaction may be sent without waiting for each other.
 */
import { createHash } from "node:crypto";
import pg from "pg";
import sql, { empty, join, type RawValue, raw, type Sql } from "sql-template-tag";
import {
  answerLimit,
  type DatabaseLimits,
  openPool,
  ownerLimits,
  requestLimits,
  type WorkRole,
} from "./connections.ts";
import { DatabaseUnavailable, isUnavailable, type UnfitDatabase } from "./database-errors.ts";
import { DatabasePulse, type PulseLimits, Sockets } from "./database-pulse.ts";

export { empty, join, raw, sql };
export type { Sql };

/** Queries inside one transaction. Rows are what the SQL names; the caller states their shape. */
export interface Tx {
  many<Row>(query: Sql): Promise<Row[]>;
  /** The first row, or null. */
  maybeOne<Row>(query: Sql): Promise<Row | null>;
  /** The first row; throws when there is none. */
  one<Row>(query: Sql): Promise<Row>;
  /** Number of rows a change touched. */
  execute(query: Sql): Promise<number>;
}

export interface Database {
  /** A transaction as boreal_app: without a request's context it sees no tenant's rows. */
  withTenant<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** A transaction that sees every tenant. The reason is for whoever reads the code, and for the log on failure. */
  withSystemRole<T>(reason: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Owner's pool, for the job queue and LISTEN. */
  readonly owner: pg.Pool;
  /** Why PostgreSQL cannot be worked with at present; null while it answers, and where nobody watches it. */
  readonly problem: Error | null;
  close(): Promise<void>;
}

interface TransactionOptions {
  readOnly?: boolean;
  /** The work sends its last query before it first waits: the end goes out with it, in the same round trip. */
  pipelineCommit?: boolean;
}

/** SQLSTATEs the code asks for. */
export const uniqueViolation = "23505";
export const insufficientPrivilege = "42501";

/** True for an error of PostgreSQL with this SQLSTATE, and this constraint where one is named. */
export function isDatabaseError(error: unknown, sqlState: string, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === sqlState &&
    (constraint === undefined || error.constraint === constraint)
  );
}

// bigint columns hold counts, cents and seconds, all far below 2^53; a value above it is a fault.
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} does not fit a number`);
  return value;
});

// A plan is kept by PostgreSQL per connection under the statement's name.
const statementNames = new Map<string, string>();
const maxNamedStatements = 500;
function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  if (statementNames.size >= maxNamedStatements) return undefined;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  statementNames.set(text, name);
  return name;
}

/** The queries of a transaction that the caller begins and ends on a connection of its own. */
export function createTx(client: pg.ClientBase): Tx {
  const send = <Row>(query: Sql) => {
    const name = statementName(query.text);
    return client.query<Row & pg.QueryResultRow, RawValue[]>(
      name === undefined
        ? { text: query.text, values: query.values }
        : { text: query.text, values: query.values, name },
    );
  };
  return {
    many: async <Row>(query: Sql) => (await send<Row>(query)).rows,
    maybeOne: async <Row>(query: Sql) => (await send<Row>(query)).rows[0] ?? null,
    one: async <Row>(query: Sql) => {
      const row = (await send<Row>(query)).rows[0];
      if (row === undefined) throw new Error("A row was expected and none came");
      return row;
    },
    execute: async (query: Sql) => (await send(query)).rowCount ?? 0,
  };
}

/** A connection that is lost throws whatever the network says; callers learn one thing of it. */
const asUnavailable = (error: unknown): unknown =>
  error instanceof pg.DatabaseError || !isUnavailable(error) || error instanceof DatabaseUnavailable
    ? error
    : new DatabaseUnavailable("The connection to PostgreSQL is lost", { cause: error });

async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw asUnavailable(cause);
  });
  let broken: Error | undefined;
  const send = (text: string) => {
    const sent = client.query(text);
    // Whoever awaits it hears of a failure; until then it must not count as unhandled.
    sent.catch(() => undefined);
    return sent;
  };
  // BEGIN is on its way while the first queries are sent; its failure fails them too.
  const begun = send(options.readOnly === true ? "BEGIN READ ONLY" : "BEGIN");
  const working = work(createTx(client));
  const ended = options.pipelineCommit === true ? send("COMMIT") : null;
  try {
    const result = await working;
    await begun;
    await (ended ?? send("COMMIT"));
    return result;
  } catch (error) {
    await (ended ?? send("ROLLBACK")).catch((failure: Error) => {
      broken = failure;
    });
    throw asUnavailable(error);
  } finally {
    client.release(broken);
  }
}

export interface DatabaseOptions {
  url: string;
  /** Connections of each of the two roles. */
  poolSize: number;
  onError: (error: Error) => void;
  /** Told of a connection that does not keep its role or limits; by default it is an error like others. */
  onUnfit?: (error: UnfitDatabase) => void;
  /** Of the two roles' connections; those of a request unless said. */
  limits?: DatabaseLimits;
  /** Watches whether PostgreSQL answers; not watched unless said. `onChange` hears of each outage and of its end (null). */
  pulse?: PulseLimits & { onChange: (problem: Error | null) => void };
}

export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize, onError, onUnfit = onError, limits = requestLimits } = options;
  const sockets = new Sockets();
  const common = { url, sockets, onError, onUnfit };
  const rolePool = (role: WorkRole) =>
    openPool({
      ...common,
      size: poolSize,
      role,
      limits,
      more: {
        // Queries are sent without waiting for the answers of those before them.
        pipeline: true,
        types: typeParsers,
        // In a pipeline, an answer that does not come closes the connection: what follows it could not be told apart.
        query_timeout: answerLimit(limits),
      },
    });
  const app = rolePool("boreal_app");
  const system = rolePool("boreal_system");
  const owner = openPool({ ...common, size: 8, role: null, limits: ownerLimits, more: {} });
  const pulse =
    options.pulse === undefined
      ? null
      : new DatabasePulse(url, options.pulse, sockets, options.pulse.onChange);
  pulse?.start();
  /** In an outage nobody waits for a connection: it would take as long for each. */
  const demand = async () => {
    const problem = pulse?.problem ?? null;
    if (problem !== null) throw problem;
  };
  return {
    withTenant: async (work, transaction) => {
      await demand();
      return await inTransaction(app, work, transaction);
    },
    withSystemRole: async (_reason, work) => {
      await demand();
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

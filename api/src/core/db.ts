/**
 * PostgreSQL: one pool for requests (role boreal_app, behind the wall) and one for system work
 * (role boreal_system). Queries of a transaction may be sent without waiting for each other.
 */
import { createHash } from "node:crypto";
import pg from "pg";
import sql, { empty, join, type RawValue, raw, type Sql } from "sql-template-tag";

export { empty, join, raw, sql };
export type { Sql };

/** Queries inside one transaction. Rows are what the SQL names; the caller states their shape. */
export interface Tx {
  many<Row>(query: Sql): Promise<Row[]>;
  /** The first row, or null. */
  maybe<Row>(query: Sql): Promise<Row | null>;
  /** The first row; throws when there is none. */
  one<Row>(query: Sql): Promise<Row>;
  /** Number of rows a change touched. */
  run(query: Sql): Promise<number>;
}

export interface Database {
  /** A transaction as boreal_app: without a request's context it sees no tenant's rows. */
  asApp<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** A transaction that sees every tenant. The reason is for whoever reads the code, and for the log on failure. */
  asSystem<T>(reason: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Owner's pool, for the job queue and LISTEN. */
  readonly owner: pg.Pool;
  close(): Promise<void>;
}

interface TransactionOptions {
  readOnly?: boolean;
  /** The work sends its last query before it first waits: the end goes out with it, in the same round trip. */
  sendsAllAtOnce?: boolean;
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

function overClient(client: pg.PoolClient): Tx {
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
    maybe: async <Row>(query: Sql) => (await send<Row>(query)).rows[0] ?? null,
    one: async <Row>(query: Sql) => {
      const row = (await send<Row>(query)).rows[0];
      if (row === undefined) throw new Error("A row was expected and none came");
      return row;
    },
    run: async (query: Sql) => (await send(query)).rowCount ?? 0,
  };
}

async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const send = (text: string) => {
    const sent = client.query(text);
    // Whoever awaits it hears of a failure; until then it must not count as unhandled.
    sent.catch(() => undefined);
    return sent;
  };
  // BEGIN is on its way while the first queries are sent; its failure fails them too.
  const begun = send(options.readOnly === true ? "BEGIN READ ONLY" : "BEGIN");
  const working = work(overClient(client));
  const ended = options.sendsAllAtOnce === true ? send("COMMIT") : null;
  try {
    const result = await working;
    await begun;
    await (ended ?? send("COMMIT"));
    return result;
  } catch (error) {
    await (ended ?? send("ROLLBACK")).catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

export function openDatabase(options: {
  url: string;
  poolSize: number;
  onError: (error: Error) => void;
}): Database {
  const watched = (pool: pg.Pool) => {
    pool.on("error", options.onError);
    // A connection that is in use when it breaks tells nobody else, and an untold error ends the process.
    pool.on("connect", (client) => client.on("error", options.onError));
    return pool;
  };
  const pool = (role: string) =>
    watched(
      new pg.Pool({
        connectionString: options.url,
        max: options.poolSize,
        // Queries are sent without waiting for the answers of those before them.
        pipeline: true,
        types: typeParsers,
        options: `-c role=${role} -c timezone=UTC -c statement_timeout=15000 -c lock_timeout=8000 -c idle_in_transaction_session_timeout=30000`,
        application_name: `boreal ${role}`,
      } satisfies pg.PoolConfig & { pipeline: boolean }),
    );
  const app = pool("boreal_app");
  const system = pool("boreal_system");
  const owner = watched(
    new pg.Pool({
      connectionString: options.url,
      max: 8,
      application_name: "boreal owner",
    }),
  );
  return {
    asApp: (work, transaction) => inTransaction(app, work, transaction),
    asSystem: (_reason, work) => inTransaction(system, work),
    owner,
    close: async () => {
      await Promise.all([app.end(), system.end(), owner.end()]);
    },
  };
}

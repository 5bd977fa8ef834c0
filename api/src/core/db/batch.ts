/**
 * Statements that are sent together and answered together. pg sends a Sync after each statement, and PostgreSQL writes
 * each answer to the network when it reads one: one Sync for all saves both sides a system call per statement.
 *
 * pg does not declare the types of what its client calls on a query: this file does.
 *
 * After an error PostgreSQL skips the rest of the batch, so every later statement fails with the same error.
 */
import pg from "pg";
import type { RawValue } from "sql-template-tag";

export type StatementConfig = pg.QueryArrayConfig<RawValue[]> | pg.QueryConfig<RawValue[]>;

/** What a batch uses of pg's connection, and its types do not declare. */
interface PgConnection extends pg.Connection {
  /** Text of each named statement that PostgreSQL has parsed, or is about to. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
}
interface RowDescription {
  readonly fields: readonly pg.FieldDef[];
}
/** What a statement returns. The caller declares the type of its rows, which must match the SQL. */
export interface Answer<Row> {
  readonly rows: Row[];
  readonly rowCount: number | null;
}
type Finish = (error: Error | null, result?: pg.QueryResult) => void;

const PgResult = pg.Result as new (
  rowMode: "array" | undefined,
  types: pg.CustomTypesConfig,
) => pg.Result;

/** One statement with what a client calls on it. */
interface Statement extends pg.Query {
  name: string | undefined;
  readonly text: string;
  values: RawValue[] | undefined;
  queryMode: "extended" | undefined;
  callback: Finish;
  _result: pg.Result;
  _results: pg.Result;
  submit(connection: pg.Connection): Error | null;
  handleRowDescription(message: RowDescription): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: PgConnection): void;
  handleReadyForQuery(connection: PgConnection): void;
  handleError(error: Error, connection: PgConnection): void;
}

const createStatement = (
  { text, name, values, ...rest }: StatementConfig,
  types: pg.CustomTypesConfig,
  finish: Finish,
): Statement => {
  // pg copies a configuration with all its property descriptors, which takes longer than setting the few properties.
  const statement = new pg.Query(text) as Statement;
  statement.name = name;
  statement.values = values;
  statement.callback = finish;
  // Without a name or values, pg would send a simple query, which cannot share a Sync.
  statement.queryMode = "extended";
  statement._result = new PgResult("rowMode" in rest ? rest.rowMode : undefined, types);
  statement._results = statement._result;
  return statement;
};

/** Columns of the prepared statements of a connection: PostgreSQL describes each once, because they cannot change. */
const describedColumns = new WeakMap<pg.Connection, Map<string, RowDescription>>();

function columnsOf(connection: pg.Connection): Map<string, RowDescription> {
  const known = describedColumns.get(connection);
  if (known !== undefined) return known;
  const columns = new Map<string, RowDescription>();
  describedColumns.set(connection, columns);
  return columns;
}

/** Extends pg's class because its client accepts nothing else while it pipelines. */
const PgQuery = pg.Query as unknown as new (text: string) => pg.Query;
export class Batch extends PgQuery {
  readonly #types: pg.CustomTypesConfig;
  #statements: Statement[] = [];
  /** Index of the statement that is being answered. */
  #current = 0;
  #columns = new Map<string, RowDescription>();
  declare callback: Finish;

  constructor(types: pg.CustomTypesConfig) {
    super("");
    this.#types = types;
    // The client wraps it, to stop the time limit of the answer.
    this.callback = () => undefined;
    // The client records the statement that PostgreSQL has parsed under these.
    Object.defineProperty(this, "name", { get: () => this.#statements[this.#current]?.name });
    Object.defineProperty(this, "text", { get: () => this.#statements[this.#current]?.text });
  }

  add<Row>(config: StatementConfig): Promise<Answer<Row>> {
    const answered = new Promise<Answer<Row>>((resolve, reject) => {
      const finish: Finish = (error, result) => {
        if (error === null) return resolve(result as unknown as Answer<Row>);
        return reject(error);
      };
      this.#statements.push(createStatement(config, this.#types, finish));
    });
    return answered.catch((error: Error) => {
      // Shows who sent the statement instead of how the answer was read.
      Error.captureStackTrace(error);
      throw error;
    });
  }

  override submit = (connection: pg.Connection): null => {
    const real = connection as PgConnection;
    this.#columns = columnsOf(real);
    let known: RowDescription | undefined;
    const withoutSync: PgConnection = Object.create(real, {
      sync: { value: () => undefined },
      describe: {
        value: (message: object) => {
          if (known === undefined) real.describe(message as never, false);
        },
      },
    });
    real.stream.cork();
    // Only these are answered: one whose values cannot be written has failed already.
    this.#statements = this.#statements.filter((statement) => {
      const { name, callback } = statement;
      known = name === undefined ? undefined : this.#columns.get(name);
      let isSent = true;
      statement.callback = (error) => {
        isSent = false;
        callback(error);
      };
      const refused = statement.submit(withoutSync);
      if (refused !== null) statement.callback(refused);
      statement.callback = callback;
      if (isSent && known !== undefined) statement.handleRowDescription(known);
      return isSent;
    });
    real.sync();
    real.stream.uncork();
    return null;
  };

  handleRowDescription(message: RowDescription): void {
    const statement = this.#statements[this.#current];
    if (statement?.name !== undefined) this.#columns.set(statement.name, message);
    statement?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#statements[this.#current]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: PgConnection): void {
    const statement = this.#statements[this.#current];
    this.#current += 1;
    // PostgreSQL has described it, or has answered that it has no columns.
    if (statement?.name !== undefined && !this.#columns.has(statement.name))
      this.#columns.set(statement.name, { fields: [] });
    statement?.handleCommandComplete(message, connection);
    statement?.handleReadyForQuery(connection);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error, connection: PgConnection): void {
    for (const statement of this.#statements.slice(this.#current)) {
      if (statement.name !== undefined) delete connection.submittedNamedStatements[statement.name];
      statement.handleError(error, connection);
    }
    this.callback(error);
  }
}

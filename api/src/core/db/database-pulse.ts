/**
 * Whether PostgreSQL answers. A stopped server or a network that swallows packets breaks no connection, so everything
 * would wait for as long as it lasts. A connection of its own asks once a second; when no answer comes in time, all
 * connections are closed and new work fails at once, until PostgreSQL answers again.
 */
import { Socket } from "node:net";
import pg from "pg";
import { DatabaseUnavailable } from "./database-errors.ts";

export interface PulseLimits {
  /** Between an answer and the next question. */
  readonly everyMs: number;
  /** How long an answer may take, a new connection included. Together with `everyMs` it is below the 5 s of a request. */
  readonly answerMs: number;
}

export const pulseLimits: PulseLimits = { everyMs: 1_000, answerMs: 2_500 };

/** Every open connection of a process to PostgreSQL, so that all of them can be closed without their help. */
export class Sockets {
  readonly #open = new Set<Socket>();

  /** For pg's option `stream`: a client connects the socket itself. */
  readonly open = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    return socket;
  };

  /** An error for each: the pool hangs its client onto the one it gets. */
  closeAll(reason: () => Error): void {
    for (const socket of [...this.#open]) socket.destroy(reason());
  }
}

export class DatabasePulse {
  readonly #config: pg.ClientConfig;
  readonly #limits: PulseLimits;
  readonly #sockets: Sockets;
  readonly #onChange: (problem: Error | null) => void;
  #client: pg.Client | null = null;
  #problem: DatabaseUnavailable | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  /** `onChange` hears once of each outage and once of each recovery (null). */
  constructor(
    url: string,
    limits: PulseLimits,
    sockets: Sockets,
    onChange: (problem: Error | null) => void,
  ) {
    this.#config = {
      connectionString: url,
      connectionTimeoutMillis: limits.answerMs,
      query_timeout: limits.answerMs,
      // Without it a query that was not answered in time leaves its connection open.
      pipeline: true,
      application_name: "boreal pulse",
    };
    this.#limits = limits;
    this.#sockets = sockets;
    this.#onChange = onChange;
  }

  /** What is wrong; null while PostgreSQL answers. */
  get problem(): DatabaseUnavailable | null {
    return this.#problem;
  }

  start(): void {
    this.#timer = setTimeout(() => void this.#beat(), this.#limits.everyMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  async #beat(): Promise<void> {
    try {
      const client = this.#client ?? (await this.#connect());
      await client.query("SELECT 1");
      if (this.#problem !== null && !this.#stopped) {
        this.#problem = null;
        this.#onChange(null);
      }
    } catch (cause) {
      this.#drop();
      if (!this.#stopped) this.#tell(cause);
    }
    if (!this.#stopped) this.start();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on("error", () => {
      if (this.#client === client) this.#drop();
    });
    await client.connect();
    this.#client = client;
    return client;
  }

  #drop(): void {
    const client = this.#client;
    this.#client = null;
    client?.connection.stream.destroy();
  }

  #tell(cause: unknown): void {
    const isNew = this.#problem === null;
    const problem = () => new DatabaseUnavailable("PostgreSQL does not answer", { cause });
    this.#problem = problem();
    // Also those opened meanwhile, by whoever asked before the outage was known.
    this.#sockets.closeAll(problem);
    if (isNew) this.#onChange(this.#problem);
  }
}

/**
 * Monitors whether PostgreSQL responds. A stopped server or a network that drops packets closes no connection, so
 * every query would hang. A separate connection sends a query every second; if no response arrives in time, all
 * connections are closed and new work fails immediately until PostgreSQL responds again.
 */
import { Socket } from "node:net";
import pg from "pg";
import { DatabaseUnavailable } from "./database-errors.ts";

export interface PulseLimits {
  /** Pause between a response and the next query. */
  readonly everyMs: number;
  /**
   * Timeout of one query, including a new connection. Together with `everyMs` it is below the 5 s limit of a request.
   */
  readonly responseMs: number;
}

export const pulseLimits: PulseLimits = { everyMs: 1_000, responseMs: 2_500 };

/**
 * Number of queries in a row that may time out while this process itself was blocked. Timers fire before a response that
 * has arrived meanwhile is read, so such a timeout says nothing about PostgreSQL.
 */
const mostInconclusive = 3;

/** Tracks every open connection of a process to PostgreSQL, so that all of them can be closed. */
export class Sockets {
  readonly #open = new Set<Socket>();

  /** For pg's option `stream`; the client connects the socket itself. */
  readonly open = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    return socket;
  };

  /** Creates one error per socket, because the pool attaches the client to the error it receives. */
  closeAll(reason: () => Error): void {
    for (const socket of [...this.#open]) socket.destroy(reason());
  }
}

/** Measures how long the event loop stood still at most. */
class StallMonitor {
  #last = performance.now();
  #longestMs = 0;
  readonly #timer = setInterval(() => this.#record(), 10).unref();

  #record(): void {
    const now = performance.now();
    this.#longestMs = Math.max(this.#longestMs, now - this.#last);
    this.#last = now;
  }

  /** The present stall counts too: the timer may be due in the same turn as the caller. */
  longestMs(): number {
    this.#record();
    return this.#longestMs;
  }

  stop(): void {
    clearInterval(this.#timer);
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
  #inconclusive = 0;

  /** `onChange` is called once per outage and once per recovery (null). */
  constructor(
    url: string,
    limits: PulseLimits,
    sockets: Sockets,
    onChange: (problem: Error | null) => void,
  ) {
    this.#config = {
      connectionString: url,
      connectionTimeoutMillis: limits.responseMs,
      query_timeout: limits.responseMs,
      // Without pipelining, a query that timed out leaves its connection open.
      pipeline: true,
      application_name: "boreal pulse",
    };
    this.#limits = limits;
    this.#sockets = sockets;
    this.#onChange = onChange;
  }

  /** The current outage; null while PostgreSQL responds. */
  get problem(): DatabaseUnavailable | null {
    return this.#problem;
  }

  start(): void {
    this.#timer = setTimeout(() => void this.#check(), this.#limits.everyMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  async #check(): Promise<void> {
    const stalls = new StallMonitor();
    try {
      const client = this.#client ?? (await this.#connect());
      await client.query("SELECT 1");
      this.#inconclusive = 0;
      if (this.#problem !== null && !this.#stopped) {
        this.#problem = null;
        this.#onChange(null);
      }
    } catch (error) {
      this.#disconnect();
      if (stalls.longestMs() > this.#limits.responseMs / 2) this.#inconclusive += 1;
      else this.#inconclusive = mostInconclusive + 1;
      if (!this.#stopped && this.#inconclusive > mostInconclusive) this.#reportOutage(error);
    }
    stalls.stop();
    if (!this.#stopped) this.start();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on("error", () => {
      if (this.#client === client) this.#disconnect();
    });
    await client.connect();
    this.#client = client;
    return client;
  }

  #disconnect(): void {
    const client = this.#client;
    this.#client = null;
    client?.connection.stream.destroy();
  }

  #reportOutage(error: unknown): void {
    const isNew = this.#problem === null;
    const problem = () => new DatabaseUnavailable("PostgreSQL does not respond", { cause: error });
    this.#problem = problem();
    // Also closes connections opened before the outage was detected.
    this.#sockets.closeAll(problem);
    if (isNew) this.#onChange(this.#problem);
  }
}

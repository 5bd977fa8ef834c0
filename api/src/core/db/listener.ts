/** A connection that hears what other processes say (LISTEN), and hears again by itself after it was lost. */
import type pg from "pg";

const usualRetryMs = 1_000;
/** A connection on which nothing is asked does not notice that its other end is gone. */
const checkEveryMs = 10_000;
const checkAnswerMs = 5_000;

interface ListenerOptions {
  readonly pool: pg.Pool;
  readonly onNotice: (channel: string, payload: string) => void;
  /** After every start: what was said before is missed and has to be read. */
  readonly onHearing: () => void;
  readonly onError: (error: Error) => void;
  /** Between a lost connection and the next one; tests shorten it. */
  readonly retryMs?: number;
}

export class Listener {
  readonly #options: ListenerOptions;
  #channels: readonly string[] = [];
  #client: pg.PoolClient | null = null;
  #check: NodeJS.Timeout | null = null;
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Returns when it hears. Throws when the first connection fails; later ones are made again and again. */
  async start(channels: readonly string[]): Promise<void> {
    this.#channels = channels;
    await this.#listen();
  }

  stop(): void {
    this.#stopped = true;
    this.#give(null);
  }

  async #listen(): Promise<void> {
    const { pool, onNotice, onHearing } = this.#options;
    const client = await pool.connect();
    // One connection at a time: a second one would deliver everything twice and never be released.
    if (this.#stopped || this.#client !== null) return client.release();
    this.#client = client;
    client.on("notification", ({ channel, payload }) => onNotice(channel, payload ?? ""));
    // The pool hands errors of a connection in use to nobody.
    client.on("error", (error) => this.#lose(client, error));
    try {
      for (const channel of this.#channels) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      if (this.#client === client) this.#give(asError(error));
      throw error;
    }
    if (this.#client !== client) return;
    this.#check = setInterval(() => this.#ask(client), checkEveryMs);
    this.#check.unref();
    onHearing();
  }

  #ask(client: pg.PoolClient): void {
    const late = setTimeout(
      () => this.#lose(client, new Error("The listening connection does not answer")),
      checkAnswerMs,
    );
    late.unref();
    client.query("SELECT 1").then(
      () => clearTimeout(late),
      (error: unknown) => {
        clearTimeout(late);
        this.#lose(client, asError(error));
      },
    );
  }

  #lose(client: pg.PoolClient, error: Error): void {
    // After a stop, or told twice of one loss: the connection was given up already.
    if (this.#client !== client) return;
    this.#give(error);
    this.#options.onError(error);
    this.#again();
  }

  #give(error: Error | null): void {
    const client = this.#client;
    this.#client = null;
    if (this.#check !== null) clearInterval(this.#check);
    client?.release(error ?? true);
  }

  /** A lost connection is reported by its error event and by each pending query: the first schedules the retry. */
  #again(): void {
    if (this.#stopped || this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      if (!this.#stopped && this.#client === null) this.#listen().catch(() => this.#again());
    }, this.#options.retryMs ?? usualRetryMs);
    this.#retry.unref();
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

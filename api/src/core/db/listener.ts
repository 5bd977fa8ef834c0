/** A LISTEN connection that reconnects after it was lost. */
import type pg from "pg";

const defaultRetryMs = 1_000;
/** An idle connection does not notice that its peer is gone, so it is checked regularly. */
const checkEveryMs = 10_000;
const checkTimeoutMs = 5_000;

interface ListenerOptions {
  readonly pool: pg.Pool;
  readonly onNotice: (channel: string, payload: string) => void;
  /** Called after every (re)connect: earlier notifications may have been missed, so the state must be read again. */
  readonly onListening: () => void;
  readonly onError: (error: Error) => void;
  /** Delay before reconnecting; shortened in tests. */
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

  /** Resolves when the connection listens. Throws if the first connection fails; later ones are retried. */
  async start(channels: readonly string[]): Promise<void> {
    this.#channels = channels;
    await this.#listen();
  }

  stop(): void {
    this.#stopped = true;
    this.#release(null);
  }

  async #listen(): Promise<void> {
    const { pool, onNotice, onListening } = this.#options;
    const client = await pool.connect();
    // Only one connection at a time: a second one would deliver notifications twice and never be released.
    if (this.#stopped || this.#client !== null) return client.release();
    this.#client = client;
    client.on("notification", ({ channel, payload }) => onNotice(channel, payload ?? ""));
    // The pool does not emit errors of checked-out connections.
    client.on("error", (error) => this.#handleLoss(client, error));
    try {
      for (const channel of this.#channels) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      if (this.#client === client) this.#release(asError(error));
      throw error;
    }
    if (this.#client !== client) return;
    this.#check = setInterval(() => this.#checkConnection(client), checkEveryMs);
    this.#check.unref();
    onListening();
  }

  #checkConnection(client: pg.PoolClient): void {
    const timeout = setTimeout(
      () => this.#handleLoss(client, new Error("The listening connection does not respond")),
      checkTimeoutMs,
    );
    timeout.unref();
    client.query("SELECT 1").then(
      () => clearTimeout(timeout),
      (error: unknown) => {
        clearTimeout(timeout);
        this.#handleLoss(client, asError(error));
      },
    );
  }

  #handleLoss(client: pg.PoolClient, error: Error): void {
    // The connection was already released: after a stop, or if a loss is reported twice.
    if (this.#client !== client) return;
    this.#release(error);
    this.#options.onError(error);
    this.#scheduleRetry();
  }

  #release(error: Error | null): void {
    const client = this.#client;
    this.#client = null;
    if (this.#check !== null) clearInterval(this.#check);
    client?.release(error ?? true);
  }

  /**
   * A lost connection is reported by its error event and by each pending query; only the first report schedules the
   * retry.
   */
  #scheduleRetry(): void {
    if (this.#stopped || this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      if (!this.#stopped && this.#client === null)
        this.#listen().catch(() => this.#scheduleRetry());
    }, this.#options.retryMs ?? defaultRetryMs);
    this.#retry.unref();
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/**
 * Runs each job at most once in this process. The queue may hand a job out again while it still runs here
 * (another worker thought this one dead), or after it was done here (the database was away when that was
 * to be recorded): the second run joins the first or returns at once. A mail is not sent twice that way.
 */

/** Done jobs that are remembered; the queue forgets a job as soon as that is recorded. */
const rememberedAtMost = 1_000;

export interface QueuedJob {
  readonly id: string;
  /** Rises when a waiting job's payload is replaced. */
  readonly revision: number;
}

export class JobsOnce {
  readonly #running = new Map<string, Promise<void>>();
  readonly #done = new Set<string>();

  /** A failed job is forgotten, so that it can be retried. */
  run({ id, revision }: QueuedJob, work: () => Promise<void>): Promise<void> {
    const key = `${id} ${revision}`;
    if (this.#done.has(key)) return Promise.resolve();
    const known = this.#running.get(key);
    if (known !== undefined) return known;
    const running = work()
      .then(() => this.#remember(key))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  #remember(key: string): void {
    this.#done.add(key);
    const [oldest] = this.#done;
    if (oldest !== undefined && this.#done.size > rememberedAtMost) this.#done.delete(oldest);
  }
}

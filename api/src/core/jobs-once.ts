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
  readonly #known = new Map<string, Promise<void>>();

  /** A failed job is forgotten, so that it can be retried. */
  run({ id, revision }: QueuedJob, work: () => Promise<void>): Promise<void> {
    const key = `${id} ${revision}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const running = work();
    this.#known.set(key, running);
    running.then(
      () => this.#forgetOldest(),
      () => this.#known.delete(key),
    );
    return running;
  }

  #forgetOldest(): void {
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > rememberedAtMost) this.#known.delete(oldest);
  }
}

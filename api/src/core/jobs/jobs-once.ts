/**
 * Runs each job at most once in this process. The queue may deliver a job again while it still runs here (another
 * worker considered this one dead), or after it finished (its completion could not be recorded during a database
 * outage). The second run joins the first or returns immediately. This prevents, for example, sending an email twice.
 */

/** Number of finished jobs that are remembered; the queue deletes a job as soon as its completion is recorded. */
const maxRemembered = 1_000;

export interface QueuedJob {
  readonly id: string;
  /** Increases when the payload of a waiting job is replaced. */
  readonly revision: number;
}

export class JobsOnce {
  readonly #running = new Map<string, Promise<void>>();
  readonly #done = new Set<string>();

  /** A failed job is not remembered, so that it can be retried. */
  run({ id, revision }: QueuedJob, work: () => Promise<void>): Promise<void> {
    const key = `${id} ${revision}`;
    if (this.#done.has(key)) return Promise.resolve();
    const runningJob = this.#running.get(key);
    if (runningJob !== undefined) return runningJob;
    const running = work()
      .then(() => this.#remember(key))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  #remember(key: string): void {
    this.#done.add(key);
    const [oldest] = this.#done;
    if (oldest !== undefined && this.#done.size > maxRemembered) this.#done.delete(oldest);
  }
}

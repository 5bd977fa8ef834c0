/** What the worker's log says of jobs: task, id, attempt and error. A payload may hold addresses, links and codes, and is never logged. */
import type { FastifyBaseLogger } from "fastify";
import { Logger, type WorkerEvents } from "graphile-worker";

export function logJobErrors(events: WorkerEvents, logger: FastifyBaseLogger): void {
  events.on("job:error", ({ job, error }) => {
    const attempt = { attempt: job.attempts, maxAttempts: job.max_attempts };
    const isLast = job.attempts >= job.max_attempts;
    logger.error(
      { task: job.task_identifier, jobId: job.id, ...attempt, err: error },
      isLast ? "a job failed for the last time" : "a job failed and is tried again",
    );
  });
}

/** What the queue itself reports, without what it attaches: that is whole jobs with their payloads. */
export const queueLogger = (logger: FastifyBaseLogger): Logger =>
  new Logger(() => (level, message, attached) => {
    // The error of a job is logged by `logJobErrors`; this message repeats it.
    if (attached !== undefined && "failure" in attached) return;
    if (level === "error") {
      const cause = attached?.["error"] ?? attached?.["fatalError"];
      const [firstLine = ""] = message.split("\n");
      logger.error(cause instanceof Error ? { err: cause } : {}, firstLine);
    } else if (level === "warning") logger.warn(message);
  });

/**
 * Logs job errors: task, id, attempt and error. Payloads may contain email addresses, links and codes and are never
 * logged.
 */
import type { FastifyBaseLogger } from "fastify";
import { Logger, type WorkerEvents } from "graphile-worker";

export function logJobErrors(events: WorkerEvents, logger: FastifyBaseLogger): void {
  events.on("job:error", ({ job, error }) => {
    const attempt = { attempt: job.attempts, maxAttempts: job.max_attempts };
    const isLast = job.attempts >= job.max_attempts;
    logger.error(
      { task: job.task_identifier, jobId: job.id, ...attempt, err: error },
      isLast ? "job failed permanently" : "job failed, will retry",
    );
  });
}

/** Logs the queue's own messages without their attachments, which contain whole jobs with payloads. */
export const queueLogger = (logger: FastifyBaseLogger): Logger =>
  new Logger(() => (level, message, attached) => {
    // `logJobErrors` already logs the job's error; this message repeats it.
    if (attached !== undefined && "failure" in attached) return;
    if (level === "error") {
      const cause = attached?.["error"] ?? attached?.["fatalError"];
      const [firstLine = ""] = message.split("\n");
      logger.error(cause instanceof Error ? { err: cause } : {}, firstLine);
    } else if (level === "warning") logger.warn(message);
  });

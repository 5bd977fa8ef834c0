/** Classifies PostgreSQL failures: unavailable, out of disk space, or permanently unusable. */
import { createReason } from "#contracts/problem-reasons.ts";
import pg from "pg";
import { ProblemError } from "../lib/problem-error.ts";

/** PostgreSQL is unreachable or does not respond. Whether the last change was committed is unknown. */
export class DatabaseUnavailable extends Error {
  /**
   * graphile-worker retries its own statements on this code (serialization failure) at intervals of at most 5 s. With
   * the codes of a lost connection it waits up to 2 minutes, and without a retryable code the failure ends the
   * process.
   */
  readonly code = "40001";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseUnavailable";
  }
}

/** The process cannot work with this database, now or later. The message is one sentence for the operator. */
export class UnfitDatabase extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnfitDatabase";
  }
}

/** Node error codes of a connection that failed or broke. */
const networkCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Messages of pg and its pool for a lost connection; they have no code. */
const lostConnection =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * SQLSTATE classes of temporary failures: connection (08), insufficient resources (53), shutdown, restart or
 * cancelled statement (57), file system (58).
 */
const temporaryClasses: ReadonlySet<string> = new Set(["08", "53", "57", "58"]);

const diskFull = "53100";
/** PostgreSQL reports the cause of an I/O error only in its message. */
const ioError = "58030";

export function isDiskFull(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === diskFull ||
      (error.code === ioError && /no space left on device/i.test(error.message)))
  );
}

/** True for a temporary failure reported by PostgreSQL and for a lost connection (see db.ts). */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return error instanceof pg.DatabaseError && temporaryClasses.has((error.code ?? "").slice(0, 2));
}

/**
 * True for a failure that is temporary or that an operator can fix. Also true for any network error, so pass only
 * errors of pg.
 */
export function isUnavailable(error: unknown): boolean {
  if (isOutage(error)) return true;
  if (!(error instanceof Error)) return false;
  return ("code" in error && networkCodes.has(error.code)) || lostConnection.test(error.message);
}

const retrySeconds = 5;
/** Longer, because an operator has to free disk space first. */
const diskRetrySeconds = 30;

/** The 503 problem for a request that failed because of PostgreSQL; null for any other failure. */
export function toUnavailableProblem(error: unknown): ProblemError | null {
  if (isDiskFull(error))
    return new ProblemError("unavailable", {
      reason: createReason("disk_full"),
      seconds: diskRetrySeconds,
    });
  return isOutage(error) ? new ProblemError("unavailable", { seconds: retrySeconds }) : null;
}

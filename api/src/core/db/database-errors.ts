/** What a failure of PostgreSQL means: whether it is away, out of disk space, or not fit to work with at all. */
import { createReason } from "#contracts/problem-reasons.ts";
import pg from "pg";
import { ProblemError } from "../http/problem-error.ts";

/** PostgreSQL cannot be reached or does not answer. Whether the last change was saved is not known. */
export class DatabaseUnavailable extends Error {
  /**
   * graphile-worker retries its own statements by this code, that of a serialization failure, at most 5 s apart. By the
   * codes of a lost connection it waits up to 2 minutes, and without a retryable code the failure ends the process.
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

/** Codes of Node for a connection that cannot be made or that broke. */
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

/** The sentences pg and its pool have for a connection that is gone; they carry no code. */
const lostConnection =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * SQLSTATEs of a PostgreSQL that cannot work now and may be able to later: connection failures (08), resources that ran
 * out (53), a shutdown, a restart or a cancelled statement (57), and errors of the file system (58).
 */
const passingClasses: ReadonlySet<string> = new Set(["08", "53", "57", "58"]);

const diskFull = "53100";
/** An I/O error of PostgreSQL names the cause of a full disk in its message only. */
const ioError = "58030";

export function isDiskFull(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === diskFull ||
      (error.code === ioError && /no space left on device/i.test(error.message)))
  );
}

/** True for an answer of PostgreSQL that it cannot work now, and for what db.ts made of a lost connection. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return error instanceof pg.DatabaseError && passingClasses.has((error.code ?? "").slice(0, 2));
}

/**
 * True for a failure that passes by itself or with an operator's help. Also true for errors of the network, so it is
 * for errors of pg alone.
 */
export function isUnavailable(error: unknown): boolean {
  if (isOutage(error)) return true;
  if (!(error instanceof Error)) return false;
  return ("code" in error && networkCodes.has(error.code)) || lostConnection.test(error.message);
}

const retrySeconds = 5;
/** Someone has to make room first. */
const diskRetrySeconds = 30;

/** The 503 for a request that failed because of PostgreSQL; null for every other failure. */
export function unavailableRefusal(error: unknown): ProblemError | null {
  if (isDiskFull(error))
    return new ProblemError("unavailable", {
      reason: createReason("disk_full"),
      seconds: diskRetrySeconds,
    });
  return isOutage(error) ? new ProblemError("unavailable", { seconds: retrySeconds }) : null;
}

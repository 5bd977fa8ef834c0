/** Which requests are retried, and after which delay. */
import type { Operation } from "./operation.ts";
import type { BorealError } from "./boreal-error.ts";

export interface Retry {
  /** Operation id: `projects.list`. */
  readonly call: string;
  /** 1 for the first retry. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly error: BorealError;
}

/** The request was not executed: too many requests, or the same request is still in progress. */
const wasDeferred = ({ status, code }: BorealError) =>
  status === 429 || code === "request_in_progress";
/** The request may or may not have been executed. */
const isOutcomeUnknown = ({ status, code }: BorealError) =>
  code === "network_error" || code === "timeout" || [502, 503, 504].includes(status);

/** Whether executing the request twice has the same effect as executing it once. */
const isRepeatable = ({ method, acceptsIdempotencyKey }: Operation) =>
  method === "GET" || acceptsIdempotencyKey;

export const isRetryable = (operation: Operation, error: BorealError): boolean =>
  wasDeferred(error) || (isOutcomeUnknown(error) && isRepeatable(operation));

const initialDelayMs = 500;
const maxDelayMs = 8_000;

/** The delay requested by the server, otherwise exponential backoff with jitter. */
export function retryDelay(error: BorealError, attempt: number, random: () => number): number {
  if (error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1_000;
  const wait = Math.min(initialDelayMs * 2 ** (attempt - 1), maxDelayMs);
  return Math.round(wait * (0.5 + random() / 2));
}

/** Waits; rejects with the reason of `signal` as soon as it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

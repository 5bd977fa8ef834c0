/** When a call is made again, and after how long. */
import type { Operation } from "./operation.ts";
import type { BorealError } from "./boreal-error.ts";

export interface Retry {
  readonly call: string;
  /** 1 for the first time it is made again. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly error: BorealError;
}

/** Not carried out at all: too many at once, or the same request still at work. */
const wasDeferred = ({ status, code }: BorealError) =>
  status === 429 || code === "request_in_progress";
/** Nobody knows whether it was carried out. */
const isOutcomeUnknown = ({ status, code }: BorealError) =>
  code === "network_error" || code === "timeout" || [502, 503, 504].includes(status);

/** Whether making it twice does no more than making it once. */
const isRepeatable = ({ method, acceptsIdempotencyKey }: Operation) =>
  method === "GET" || acceptsIdempotencyKey;

export const isRetryable = (endpoint: Operation, error: BorealError): boolean =>
  wasDeferred(error) || (isOutcomeUnknown(error) && isRepeatable(endpoint));

const initialDelayMs = 500;
const maxDelayMs = 8_000;

/** As the server asks for; else longer each time, and not all at the same moment. */
export function retryDelay(error: BorealError, attempt: number, random: () => number): number {
  if (error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1_000;
  const wait = Math.min(initialDelayMs * 2 ** (attempt - 1), maxDelayMs);
  return Math.round(wait * (0.5 + random() / 2));
}

/** Waits, or throws the reason of `signal` as soon as it is given up. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    }, ms);
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}

/** Requests that a server sends to a region's cloud while a user waits for the response. */
import { createReason } from "#contracts/problem-reasons.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { ComputeError, type ComputeProvider } from "../../ports/compute.ts";
import type { ProviderRegions } from "../../ports/regions.ts";

const retrySeconds = 10;

const regionUnavailable = () =>
  new ProblemError("unavailable", {
    seconds: retrySeconds,
    reason: createReason("region_unavailable"),
  });

/** The cloud of a region; throws 503 if no connection to it is configured. */
export function requireProvider(regions: ProviderRegions, regionHandle: string): ComputeProvider {
  const provider = regions.compute(regionHandle);
  if (provider === null) throw regionUnavailable();
  return provider;
}

/** How long a user waits for a region. One request may first renew a token, and each has a timeout of its own. */
const deadlineMs = 12_000;

/**
 * The response of the cloud within seconds: a region that is down or slow is a 503 with its reason. A rejection is
 * thrown as it is, because its meaning depends on the request.
 */
export async function askProvider<T>(
  request: () => Promise<T>,
  deadline: AbortSignal = AbortSignal.timeout(deadlineMs),
): Promise<T> {
  if (deadline.aborted) throw regionUnavailable();
  const late = new Promise<never>((_resolve, reject) => {
    deadline.addEventListener("abort", () => reject(regionUnavailable()), { once: true });
  });
  try {
    return await Promise.race([request(), late]);
  } catch (error) {
    if (error instanceof ComputeError && error.kind === "unavailable") throw regionUnavailable();
    throw error;
  }
}

/** Whether the cloud no longer has the server, or cannot do this in its state. */
export const isRejection = (error: unknown): error is ComputeError =>
  error instanceof ComputeError && error.kind === "rejected";

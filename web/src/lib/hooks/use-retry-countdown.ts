import { defaultRetryAfterSeconds, type ProblemError } from "../api/problem-error.ts";
import { useSecondsLeft } from "./use-countdown.ts";

export interface RetryCountdown {
  /** Seconds until a retry is allowed; 0 when it is. */
  readonly left: number;
  /** Starts the countdown and returns true when the problem asks to wait (429). */
  readonly take: (problem: ProblemError) => boolean;
}

/** Counts down the waiting time of a 429. */
export function useRetryCountdown(): RetryCountdown {
  const [left, restart] = useSecondsLeft(0);
  const take = (problem: ProblemError) => {
    if (problem.status !== 429) return false;
    restart(problem.retryAfterSeconds ?? defaultRetryAfterSeconds);
    return true;
  };
  return { left, take };
}

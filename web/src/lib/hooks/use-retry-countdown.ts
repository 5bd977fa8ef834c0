import { defaultRetryAfterSeconds, type ProblemError } from "../api/problem-error.ts";
import { useSecondsLeft } from "./use-countdown.ts";

export interface RetryCountdown {
  /** Seconds until it may be tried again; 0 when it may. */
  readonly left: number;
  /** True where the refusal asks to wait: the countdown has begun. */
  readonly take: (problem: ProblemError) => boolean;
}

/** What a 429 asks to wait, counted down. */
export function useRetryCountdown(): RetryCountdown {
  const [left, restart] = useSecondsLeft(0);
  const take = (problem: ProblemError) => {
    if (problem.status !== 429) return false;
    restart(problem.retryAfterSeconds ?? defaultRetryAfterSeconds);
    return true;
  };
  return { left, take };
}

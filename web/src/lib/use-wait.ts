import { useEffect, useState } from "react";
import { defaultRetrySeconds, type ProblemError } from "./problem.ts";

export interface Wait {
  /** Seconds until it may be tried again; 0 when it may. */
  readonly left: number;
  /** True where the refusal asks to wait: the countdown has begun. */
  readonly take: (problem: ProblemError) => boolean;
}

/** What a 429 asks to wait, counted down. */
export function useWait(): Wait {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  const take = (problem: ProblemError) => {
    if (problem.status !== 429) return false;
    setLeft(problem.retryAfterSeconds ?? defaultRetrySeconds);
    return true;
  };
  return { left, take };
}

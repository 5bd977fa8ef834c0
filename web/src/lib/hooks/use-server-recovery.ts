import { useEffect, useRef, useState } from "react";
import { auth } from "#contracts/auth.ts";
import { request } from "../api/api-client.ts";
import { isTransientError } from "../api/query-client.ts";
import { useSecondsLeft } from "./use-countdown.ts";
import { useOnline } from "./use-online.ts";

const firstWaitSeconds = 4;
const longestWaitSeconds = 60;
const waitSeconds = (attempt: number): number =>
  Math.min(firstWaitSeconds * 2 ** attempt, longestWaitSeconds);

/**
 * Asks the server with growing waits, and as soon as the browser is online again; `onAnswer` runs once it answers.
 * `attempt` is the number of earlier waits. Returns the seconds until the next request.
 */
export function useServerRecovery(attempt: number, onAnswer: (attempt: number) => void): number {
  const [attempts, setAttempts] = useState(attempt);
  const [left, restart] = useSecondsLeft(waitSeconds(attempt));
  const isOnline = useOnline();
  const wasOnline = useRef(isOnline);
  const last = useRef(onAnswer);
  last.current = onAnswer;
  useEffect(() => {
    if (isOnline && !wasOnline.current) restart(0);
    wasOnline.current = isOnline;
  }, [isOnline, restart]);
  useEffect(() => {
    if (left > 0) return undefined;
    let isCurrent = true;
    const next = attempts + 1;
    request(auth.providers, {}).then(
      () => isCurrent && last.current(next),
      (error: unknown) => {
        if (!isCurrent) return;
        // Any other problem is an answer too.
        if (!(error instanceof Error) || !isTransientError(error)) return last.current(next);
        setAttempts(next);
        restart(waitSeconds(next));
      },
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one request at the end of each wait
  }, [left]);
  return left;
}

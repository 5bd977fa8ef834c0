import { useEffect, useRef, useState } from "react";
import { auth } from "#contracts/auth.ts";
import { request } from "../api/api-client.ts";
import { useSession } from "../session/session.ts";

const pollIntervalMilliseconds = 10_000;

/**
 * Polls the server for the end of maintenance while the calling component is mounted; `onEnd` runs when maintenance
 * was on and is over. A header of every response states it. Returns whether the server has answered without it.
 */
export function useMaintenanceEnd(onEnd: () => void): boolean {
  const { maintenanceSince } = useSession();
  const [hasAnswered, setAnswered] = useState(false);
  const wasOn = useRef(false);
  const last = useRef(onEnd);
  last.current = onEnd;
  useEffect(() => {
    if (maintenanceSince !== null) wasOn.current = true;
    else if (wasOn.current) last.current();
  }, [maintenanceSince]);
  useEffect(() => {
    const ask = () => {
      // The next poll tries again.
      if (!document.hidden)
        void request(auth.providers, {}).then(
          () => setAnswered(true),
          () => undefined,
        );
    };
    ask();
    const timer = setInterval(ask, pollIntervalMilliseconds);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);
  return hasAnswered && maintenanceSince === null;
}

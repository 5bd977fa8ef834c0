import { useEffect, useRef } from "react";
import { auth } from "#contracts/auth.ts";
import { request } from "../api/api-client.ts";
import { useSession } from "../session/session.ts";

const pollIntervalMilliseconds = 10_000;

/**
 * Asks the server, while the calling component is there, whether maintenance is on; `onEnd` runs when
 * it was and no longer is. Every answer says it by its header.
 */
export function useMaintenanceEnd(onEnd: () => void): void {
  const { maintenanceSince } = useSession();
  const wasOn = useRef(false);
  const last = useRef(onEnd);
  last.current = onEnd;
  useEffect(() => {
    if (maintenanceSince !== null) wasOn.current = true;
    else if (wasOn.current) last.current();
  }, [maintenanceSince]);
  useEffect(() => {
    const ask = () => {
      // Nothing to do about a server that does not answer: it is asked again.
      if (!document.hidden) void request(auth.providers, {}).catch(() => undefined);
    };
    ask();
    const timer = setInterval(ask, pollIntervalMilliseconds);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);
}

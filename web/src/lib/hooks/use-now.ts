import { useSyncExternalStore } from "react";
import { serverNow } from "../api/server-clock.ts";
import { getFirstView } from "../browser/page-scope.ts";

type Listener = () => void;

/** One timer shared by all subscribers of an interval; it stops without subscribers. */
function createTicker(everyMilliseconds: number) {
  const listeners = new Set<Listener>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let now: number | null = null;
  const tick = () => {
    if (document.hidden) return;
    now = serverNow();
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener: Listener) {
      if (listeners.size === 0) {
        now = serverNow();
        timer = setInterval(tick, everyMilliseconds);
        document.addEventListener("visibilitychange", tick);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        document.removeEventListener("visibilitychange", tick);
      };
    },
    read: () => (now ??= serverNow()),
  };
}

const everySecond = createTicker(1_000);
const everyHalfMinute = createTicker(30_000);

const firstNow = () => getFirstView()?.now ?? serverNow();

/** Server time in milliseconds, updated each second or each half minute. */
export function useNow(rhythm: "second" | "half-minute" = "half-minute"): number {
  const source = rhythm === "second" ? everySecond : everyHalfMinute;
  return useSyncExternalStore(source.subscribe, source.read, firstNow);
}

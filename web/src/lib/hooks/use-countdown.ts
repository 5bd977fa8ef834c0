import { useEffect, useRef, useState } from "react";
import { serverNow } from "../api/server-clock.ts";
import { useNow } from "./use-now.ts";

/** Seconds that count down to 0, and the function that restarts them. */
export function useSecondsLeft(
  seconds: number,
): readonly [left: number, restart: (seconds: number) => void] {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}

/** Seconds left, counted down to 0; `onEnd` runs once at 0. */
export function useCountdown(seconds: number, onEnd?: () => void): number {
  const [left] = useSecondsLeft(seconds);
  useEffect(() => {
    if (left <= 0) onEnd?.();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the end of this countdown, not of each render
  }, [left]);
  return left;
}

/** Whole seconds until a moment of the server's clock; `onEnd` runs once at that moment, also in a hidden tab. */
export function useCountdownTo(atMilliseconds: number, onEnd: () => void): number {
  const now = useNow("second");
  const last = useRef(onEnd);
  last.current = onEnd;
  useEffect(() => {
    const timer = setTimeout(() => last.current(), Math.max(0, atMilliseconds - serverNow()));
    return () => clearTimeout(timer);
  }, [atMilliseconds]);
  return Math.max(0, Math.ceil((atMilliseconds - now) / 1_000));
}

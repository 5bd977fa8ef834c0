import { useEffect, useState } from "react";

/** Seconds left, counted down to 0; `onEnd` runs once, there. */
export function useCountdown(seconds: number, onEnd?: () => void): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) {
      onEnd?.();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the end of this countdown, not of each render
  }, [left]);
  return left;
}

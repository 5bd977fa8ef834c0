import { useEffect, useState } from "react";

/** The value, once it has not changed for a while. */
export function useDebouncedValue<T>(value: T, pauseMilliseconds = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [value, pauseMilliseconds]);
  return settled;
}

import { useEffect, useRef, useState } from "react";

/**
 * Reports the typed text after a pause. `value` is the last reported text; a new value from outside (Back, "Clear
 * filters") replaces the content of the field.
 */
export function useDebouncedInput(
  value: string,
  onChange: (value: string) => void,
  pauseMilliseconds = 250,
) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const last = useRef(onChange);
  last.current = onChange;
  if (seen !== value) {
    setSeen(value);
    if (typed.trim() !== value.trim()) setTyped(value);
  }
  useEffect(() => {
    // A link may have a value with spaces around it, which is no other one.
    if (typed.trim() === value.trim()) return;
    const timer = setTimeout(() => last.current(typed.trim()), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, value, pauseMilliseconds]);
  return [typed, setTyped] as const;
}

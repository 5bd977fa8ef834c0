import { useEffect, useRef } from "react";

/** Runs for every key that is pressed, wherever the focus is, while the calling component is there. */
export function useKeydown(run: (event: KeyboardEvent) => void): void {
  const last = useRef(run);
  last.current = run;
  useEffect(() => {
    const press = (event: KeyboardEvent) => last.current(event);
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

import { useEffect, useRef } from "react";

/** Handles every keydown in the document while the calling component is mounted. */
export function useKeydown(run: (event: KeyboardEvent) => void): void {
  const last = useRef(run);
  last.current = run;
  useEffect(() => {
    const press = (event: KeyboardEvent) => last.current(event);
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

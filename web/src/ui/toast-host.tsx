import { Suspense, useEffect } from "react";
import { loadToaster, useIsToasterRequested } from "./toast.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";

const Toaster = lazyPart(loadToaster);

/** Delay until the code of the page itself has loaded. */
const loadDelayMs = 3_000;

export function ToastHost() {
  const isWanted = useIsToasterRequested();
  // Loaded in advance, because toasts also report that the server is unreachable.
  useEffect(() => {
    const timer = setTimeout(() => void loadToaster().catch(() => undefined), loadDelayMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}

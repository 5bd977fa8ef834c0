import { Suspense, useEffect } from "react";
import { loadToaster, useIsToasterRequested } from "./toast.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";

const Toaster = lazyPart(loadToaster);

/** Long enough for what the page itself is made of. */
const loadDelayMs = 3_000;

export function ToastHost() {
  const isWanted = useIsToasterRequested();
  // Fetched before it is wanted: it is also what says that the server is not there any more.
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

import { Suspense, useEffect } from "react";
import { loadToaster, useToastsWanted } from "./toast.ts";
import { lazyPart } from "../lib/missing-code.ts";

const Toaster = lazyPart(loadToaster);

/** Long enough for what the page itself is made of. */
const afterThePageMs = 3_000;

export function ToastHost() {
  const isWanted = useToastsWanted();
  // Fetched before it is wanted: it is also what says that the server is not there any more.
  useEffect(() => {
    const timer = setTimeout(() => void loadToaster().catch(() => undefined), afterThePageMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}

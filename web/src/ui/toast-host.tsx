import { Suspense, useEffect } from "react";
import { loadToaster, useIsToasterRequested } from "./toast.ts";
import { loadAhead } from "../lib/browser/idle.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";

const Toaster = lazyPart(loadToaster);

export function ToastHost() {
  const isWanted = useIsToasterRequested();
  // Loaded in advance, because toasts also report that the server is unreachable.
  useEffect(() => loadAhead(loadToaster), []);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}

import { Suspense } from "react";
import { loadToaster, useIsToasterRequested } from "./toast.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";

const Toaster = lazyPart(loadToaster);

export function ToastHost() {
  const isWanted = useIsToasterRequested();
  if (!isWanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}

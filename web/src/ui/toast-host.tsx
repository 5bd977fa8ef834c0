import { lazy, Suspense } from "react";
import { useToastsWanted } from "./toast.ts";

const Toaster = lazy(() => import("./toaster.tsx"));

export function ToastHost() {
  if (!useToastsWanted()) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}

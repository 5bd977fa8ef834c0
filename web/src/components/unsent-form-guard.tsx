import { useBlocker } from "@tanstack/react-router";
import { Suspense } from "react";
import { isReloadingSafely } from "../lib/browser/release.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";
import type { UntypedForm } from "./use-endpoint-form.ts";

const DiscardChangesDialog = lazyPart(() => import("./discard-changes-dialog.tsx"));

/** Warns before unsubmitted text of the form is lost. */
export function UnsentFormGuard({ form }: { form: UntypedForm }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => form.dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => form.dirty && !isReloadingSafely(),
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Suspense>
      <DiscardChangesDialog onStay={blocker.reset} onDiscard={blocker.proceed} />
    </Suspense>
  );
}

import { Suspense } from "react";
import { useConfirmation } from "./confirmation.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";

const ConfirmDialog = lazyPart(() => import("./confirm-dialog.tsx"));

export function ConfirmDialogHost() {
  const question = useConfirmation();
  if (question === null) return null;
  return (
    <Suspense>
      <ConfirmDialog key={question.title} confirmation={question} />
    </Suspense>
  );
}

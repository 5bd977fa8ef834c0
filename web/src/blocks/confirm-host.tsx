import { lazy, Suspense } from "react";
import { useQuestion } from "./confirm.ts";

const ConfirmDialog = lazy(() => import("./confirm-dialog.tsx"));

export function ConfirmHost() {
  const question = useQuestion();
  if (question === null) return null;
  return (
    <Suspense>
      <ConfirmDialog key={question.title} question={question} />
    </Suspense>
  );
}

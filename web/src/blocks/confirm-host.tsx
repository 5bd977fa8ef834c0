import { Suspense } from "react";
import { useQuestion } from "./confirm.ts";
import { lazyPart } from "../lib/missing-code.ts";

const ConfirmDialog = lazyPart(() => import("./confirm-dialog.tsx"));

export function ConfirmHost() {
  const question = useQuestion();
  if (question === null) return null;
  return (
    <Suspense>
      <ConfirmDialog key={question.title} question={question} />
    </Suspense>
  );
}

import { Suspense } from "react";
import { closeCodeDialog, useCodeDialog } from "./code-samples/code-dialog-store.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";

const PageCodeDialog = lazyPart(() => import("./code-samples/page-code-dialog.tsx"));

/** Shows the code samples of the page, opened from the top bar. */
export function CodeDialogHost() {
  const groups = useCodeDialog();
  if (groups === null) return null;
  return (
    <Suspense>
      <PageCodeDialog groups={groups} onClose={closeCodeDialog} />
    </Suspense>
  );
}

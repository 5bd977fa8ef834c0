import { Suspense } from "react";
import { closeCodeDialog, useCodeDialog } from "./code-samples/code-dialog-store.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";

const ActionsDialog = lazyPart(() => import("./code-samples/actions-dialog.tsx"));

/** Shows the code samples of menu and palette actions, because the menu or palette is closed by then. */
export function CodeDialogHost() {
  const actions = useCodeDialog();
  if (actions === null) return null;
  return (
    <Suspense>
      <ActionsDialog actions={actions} onClose={closeCodeDialog} />
    </Suspense>
  );
}

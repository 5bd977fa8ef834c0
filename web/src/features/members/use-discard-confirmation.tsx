import { type ReactNode, Suspense, useState } from "react";
import type { UntypedForm } from "../../components/use-endpoint-form.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";

const DiscardChangesDialog = lazyPart(() => import("../../components/discard-changes-dialog.tsx"));

/**
 * Closes the dialog of a form: immediately without unsubmitted text, else after a confirmation. `question` is
 * rendered inside the dialog.
 */
export function useDiscardConfirmation(
  form: Pick<UntypedForm, "busy" | "dirty">,
  close: () => void,
): { readonly ask: () => void; readonly question: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const confirmDiscard = () => {
    if (form.busy) return;
    if (form.dirty) setIsOpen(true);
    else close();
  };
  const question = isOpen && (
    <Suspense>
      <DiscardChangesDialog onStay={() => setIsOpen(false)} onDiscard={close} />
    </Suspense>
  );
  return { ask: confirmDiscard, question };
}

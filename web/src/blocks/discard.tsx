import { type ReactNode, Suspense, useState } from "react";
import type { AnyForm } from "./contract-form.ts";
import { lazyPart } from "../lib/missing-code.ts";

const LeaveDialog = lazyPart(() => import("./leave-dialog.tsx"));

/** Closes the dialog of a form: at once where nothing would be lost, else by asking first. `question` lies in the dialog. */
export function useDiscard(
  form: Pick<AnyForm, "busy" | "dirty">,
  close: () => void,
): { readonly ask: () => void; readonly question: ReactNode } {
  const [asked, setAsked] = useState(false);
  const ask = () => {
    if (form.busy) return;
    if (form.dirty) setAsked(true);
    else close();
  };
  const question = asked && (
    <Suspense>
      <LeaveDialog onStay={() => setAsked(false)} onLeave={close} />
    </Suspense>
  );
  return { ask, question };
}

import { Suspense } from "react";
import { useSession } from "../lib/session/session.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";
import { useReauthenticationPending } from "./reauthentication.ts";

const ReauthenticationDialog = lazyPart(() => import("./reauthentication-dialog.tsx"));

/** Shows the dialog above the page or dialog whose request requires reauthentication. */
export function ReauthenticationHost() {
  const isPending = useReauthenticationPending();
  const { self } = useSession();
  if (!isPending || self === null) return null;
  return (
    <Suspense>
      <ReauthenticationDialog user={self.user} />
    </Suspense>
  );
}

import { Suspense } from "react";
import { useSession } from "../lib/session/session.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";

const ReloginDialog = lazyPart(() => import("./relogin-dialog.tsx"));

/** Shows the sign-in dialog above the current page when the session ends: the page and its typed text stay. */
export function ReloginHost() {
  const { status, self } = useSession();
  if (status !== "expired" || self === null) return null;
  return (
    <Suspense>
      <ReloginDialog user={self.user} />
    </Suspense>
  );
}

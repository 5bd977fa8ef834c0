import { lazy, Suspense } from "react";
import { useSession } from "../lib/session.ts";
import { useIdentityAsked } from "./confirm-identity.ts";

const ConfirmIdentityDialog = lazy(() => import("./confirm-identity-dialog.tsx"));

/** Above whatever asked: the page, or another dialog. */
export function ConfirmIdentityHost() {
  const asked = useIdentityAsked();
  const { self } = useSession();
  if (!asked || self === null) return null;
  return (
    <Suspense>
      <ConfirmIdentityDialog user={self.user} />
    </Suspense>
  );
}

import { Suspense } from "react";
import { useSession } from "../lib/session.ts";
import { lazyPart } from "../lib/missing-code.ts";
import { useIdentityAsked } from "./confirm-identity.ts";

const ConfirmIdentityDialog = lazyPart(() => import("./confirm-identity-dialog.tsx"));

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

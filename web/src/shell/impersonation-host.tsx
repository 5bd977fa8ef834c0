import { Suspense } from "react";
import { useSession } from "../lib/session/session.ts";
import { isImpersonating } from "../lib/session/signed-in.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";

const ImpersonationBanner = lazyPart(() => import("./impersonation-banner.tsx"));

export function ImpersonationHost() {
  const { self, status } = useSession();
  if (self === null || status === "guest" || !isImpersonating(self)) return null;
  return (
    <Suspense>
      <ImpersonationBanner self={self} />
    </Suspense>
  );
}

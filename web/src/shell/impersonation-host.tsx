import { Suspense } from "react";
import { useSession } from "../lib/session.ts";
import { isImpersonating } from "../lib/signed-in.ts";
import { lazyPart } from "../lib/missing-code.ts";

const ImpersonationBar = lazyPart(() => import("./impersonation-bar.tsx"));

export function ImpersonationHost() {
  const { self, standing } = useSession();
  if (self === null || standing === "guest" || !isImpersonating(self)) return null;
  return (
    <Suspense>
      <ImpersonationBar self={self} />
    </Suspense>
  );
}

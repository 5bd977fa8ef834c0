/** A link's token leaves the address bar as its page opens; reload and Back find it in the history's state. */
import { redirect } from "@tanstack/react-router";

/** Stands in the address in the token's place. */
export const tokenPlaceholder = "opened";

interface LinkGuardContext {
  readonly params: { readonly token: string };
}

/** Of a route with `$token`, before it is shown. */
export const stripTokenFromUrl =
  (to: "/auth/verify/$token" | "/auth/reset/$token" | "/auth/freeze/$token") =>
  ({ params: { token } }: LinkGuardContext): void => {
    if (token === tokenPlaceholder) return;
    throw redirect({ to, params: { token: tokenPlaceholder }, state: { token }, replace: true });
  };

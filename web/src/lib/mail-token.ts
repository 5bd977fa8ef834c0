/** A link's token leaves the address bar as its page opens; reload and Back find it in the history's state. */
import { redirect } from "@tanstack/react-router";

/** Stands in the address in the token's place. */
export const openedToken = "opened";

interface Opening {
  readonly params: { readonly token: string };
}

/** Of a route with `$token`, before it is shown. */
export const hideToken =
  (to: "/auth/verify/$token" | "/auth/reset/$token" | "/auth/freeze/$token") =>
  ({ params: { token } }: Opening): void => {
    if (token === openedToken) return;
    throw redirect({ to, params: { token: openedToken }, state: { token }, replace: true });
  };

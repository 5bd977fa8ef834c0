/** Moves the action token of a link from the URL into the history state, where reload and Back find it. */
import { redirect } from "@tanstack/react-router";

/** Replaces the token in the URL. */
export const tokenPlaceholder = "opened";

interface LinkGuardContext {
  readonly params: { readonly token: string };
}

/** `beforeLoad` of a route with `$token`. */
export const stripTokenFromUrl =
  (to: "/auth/verify/$token" | "/auth/reset/$token" | "/auth/freeze/$token") =>
  ({ params: { token } }: LinkGuardContext): void => {
    if (token === tokenPlaceholder) return;
    throw redirect({ to, params: { token: tokenPlaceholder }, state: { token }, replace: true });
  };

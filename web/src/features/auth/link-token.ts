/** Moves the action token of a link from the URL into the history state, where reload and Back find it. */
import { renamePage } from "../../lib/browser/page-entry.ts";
import { serverPage } from "../../lib/browser/page-scope.ts";

/** Replaces the token in the URL. */
export const tokenPlaceholder = "opened";

/** Called when the page of a link opens. `path` is the path of the page without the token. */
export function stripTokenFromUrl(
  path: "/auth/verify" | "/auth/reset" | "/auth/freeze",
  token: string,
): void {
  if (token === tokenPlaceholder || serverPage() !== null) return;
  renamePage(`${path}/${tokenPlaceholder}`, { token: decodeURIComponent(token) });
}

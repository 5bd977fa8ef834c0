/** Guards of the pages for guests. They run before the page is shown. */
import type { SessionInfo } from "#contracts/auth.ts";
import { PageRedirect } from "../browser/page-entry.ts";
import { getLoginAttempt } from "./login-attempt.ts";
import { loadSession } from "./session.ts";

/** Guests only: a signed-in user is redirected to the home page. */
export async function requireGuest(): Promise<void> {
  if ((await loadSession()) !== null) throw new PageRedirect("/");
}

/** Allows everyone; loads the session, because the page shows who is signed in. */
export async function allowAnyone(): Promise<void> {
  await loadSession().catch(() => null);
}

/** Requires a signed-in user who has not accepted the terms yet. */
export async function requirePendingTerms(): Promise<void> {
  const self = await loadSession();
  if (self === null) throw new PageRedirect("/auth/login");
  if (!self.user.mustAcceptTerms) throw new PageRedirect("/");
}

/** Requires a login attempt that waits for its second factor, also after a reload. */
export async function requireAttempt(): Promise<SessionInfo> {
  if (getLoginAttempt() === null) await loadSession();
  const attempt = getLoginAttempt();
  if (attempt !== null) return attempt;
  throw new PageRedirect("/auth/login", { rejected: "no_intermediate_session" });
}

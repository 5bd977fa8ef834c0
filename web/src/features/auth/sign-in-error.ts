/** Sign-in errors that only the console can detect. */
import type { SessionInfo } from "#contracts/auth.ts";
import { readCookie, writeCookie } from "../../lib/browser/cookies.ts";

export type SignInError = "no_session_available" | "no_default_role";

/** Whether this browser stores cookies: without them the sign-in page would reappear forever. */
export function areCookiesEnabled(): boolean {
  writeCookie("probe", "1", 60);
  return readCookie("probe") === "1";
}

/** Requires a session, and a default workspace if the user has any workspaces. */
export function validateSignInSession(
  {
    userSession,
    userWorkspaceRoles,
  }: Pick<SessionInfo, "userWorkspaceRoles"> & {
    readonly userSession: Pick<SessionInfo["userSession"], "authType" | "secondStep" | "csrf">;
  },
  keepsCookies: boolean,
): SignInError | null {
  const isStuck = userSession.authType === "login-attempt" && userSession.secondStep === null;
  if (!keepsCookies || userSession.csrf === "" || isStuck) return "no_session_available";
  const hasDefault = userWorkspaceRoles.some(({ isDefault }) => isDefault);
  return userWorkspaceRoles.length > 0 && !hasDefault ? "no_default_role" : null;
}

/** Guards that decide who may open a page. They run before its data is loaded. */
import { redirect } from "@tanstack/react-router";
import type { SessionInfo, WorkspaceRole } from "#contracts/auth.ts";
import type { StaffPermission, WorkspacePermission } from "#contracts/permissions.ts";
import { readCookie, writeCookie, yearSeconds } from "../browser/cookies.ts";
import { findWorkspaceRole, hasPermission, hasStaffPermission } from "./permissions.ts";
import { saveReturnPath } from "./return-path.ts";
import { loadSession } from "./session.ts";
import { isImpersonating } from "./signed-in.ts";
import { userOfHistory } from "./shared-session.ts";

interface GuardContext {
  readonly location: { readonly href: string };
}

/**
 * Requires a session; stores the requested path and sends guests to sign in. Users who have not accepted the terms are
 * sent to them first.
 */
export async function requireAuth(
  destination: GuardContext,
  guestPage: "/auth/login" | "/auth/invitation" = "/auth/login",
): Promise<SessionInfo> {
  const self = await requireActiveSession(destination, guestPage);
  if (!self.user.mustAcceptTerms) return self;
  saveReturnPath(destination.location.href, self.user.id);
  throw redirect({ href: "/auth/terms", reloadDocument: true });
}

async function requireActiveSession(
  { location }: GuardContext,
  guestPage: "/auth/login" | "/auth/invitation" = "/auth/login",
): Promise<SessionInfo> {
  const self = await loadSession();
  if (self !== null) return self;
  saveReturnPath(location.href, userOfHistory());
  throw redirect({ href: guestPage, replace: true, reloadDocument: true });
}

/** Pages of the user's own account: impersonating staff get an error page. */
export function requireOwnAccount(self: SessionInfo): void {
  if (isImpersonating(self)) throw redirect({ to: "/403" });
}

/** Stores the current workspace for this and the next session. */
export function rememberWorkspace(handle: string): void {
  if (readCookie("workspace") !== handle) writeCookie("workspace", handle, yearSeconds);
}

interface WorkspaceVisit extends GuardContext {
  /** True while a link is preloaded, such as on hover: nothing is stored then. */
  readonly preload: boolean;
}

/**
 * The workspace of the URL. An unknown workspace and one without access get the same response. A former handle
 * redirects to the same page under the current handle.
 */
export function requireWorkspace(
  self: SessionInfo,
  handle: string,
  visit: WorkspaceVisit,
): WorkspaceRole {
  const role = findWorkspaceRole(self, handle);
  if (role === null)
    throw redirect({ to: "/404", search: { message: `Workspace ${handle} not found` } });
  if (role.handle !== handle) {
    const rest = visit.location.href.slice(`/${handle}`.length);
    throw redirect({ href: `/${role.handle}${rest}`, replace: true });
  }
  if (!visit.preload) rememberWorkspace(handle);
  return role;
}

export function requirePermission(role: WorkspaceRole, permission: WorkspacePermission): void {
  if (hasPermission(role, permission)) return;
  throw redirect({
    to: "/403",
    search: { code: "permission_denied_missing_permission", cause: permission },
  });
}

/** Requires a staff permission for a page of the staff area. */
export function requireStaff(self: SessionInfo, permission: StaffPermission): void {
  if (hasStaffPermission(self, permission)) return;
  throw redirect({
    to: "/403",
    search: { code: "permission_denied_missing_permission", cause: permission },
  });
}

/** The current workspace: the cookie's, else the default one, else the first. */
export function currentWorkspaceRole(self: SessionInfo): WorkspaceRole | null {
  const roles = self.userWorkspaceRoles;
  const last = readCookie("workspace");
  return (
    (last === null ? null : findWorkspaceRole(self, last)) ??
    roles.find(({ isDefault }) => isDefault) ??
    roles[0] ??
    null
  );
}

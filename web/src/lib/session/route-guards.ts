/** Who may open a page; asked before anything of it is read. */
import { redirect } from "@tanstack/react-router";
import type { SessionInfo, WorkspaceRole } from "#contracts/auth.ts";
import type { StaffPermission, WorkspacePermission } from "#contracts/permissions.ts";
import { getLoginAttempt } from "./login-attempt.ts";
import { readCookie, writeCookie, yearSeconds } from "../browser/cookies.ts";
import { findWorkspaceRole, hasPermission, hasStaffPermission } from "./permissions.ts";
import { saveReturnPath } from "./return-path.ts";
import { loadSession } from "./session.ts";
import { isImpersonating } from "./signed-in.ts";
import { userOfHistory } from "./shared-session.ts";

interface GuardContext {
  readonly location: { readonly href: string };
}

/** Requires login; remembers where the visitor wanted to go. Nothing else before the terms are accepted. */
export async function requireAuth(destination: GuardContext): Promise<SessionInfo> {
  const self = await requireActiveSession(destination);
  if (!self.user.mustAcceptTerms) return self;
  saveReturnPath(destination.location.href, self.user.id);
  throw redirect({ to: "/auth/terms" });
}

async function requireActiveSession({ location }: GuardContext): Promise<SessionInfo> {
  const self = await loadSession();
  if (self !== null) return self;
  saveReturnPath(location.href, userOfHistory());
  throw redirect({ to: "/auth/login" });
}

/** Pages of one's own account: staff who act as a customer are told that these are not theirs to open. */
export function requireOwnAccount(self: SessionInfo): void {
  if (isImpersonating(self)) throw redirect({ to: "/403" });
}

/** For whoever signed in and has not accepted the terms yet. */
export async function requirePendingTerms(destination: GuardContext): Promise<void> {
  const self = await requireActiveSession(destination);
  if (!self.user.mustAcceptTerms) throw redirect({ to: "/" });
}

/** Guests only: who is signed in goes home. */
export async function requireGuest(): Promise<void> {
  if ((await loadSession()) !== null) throw redirect({ to: "/" });
}

/** Anyone: the page says who is signed in, and works all the same. */
export async function allowAnyone(): Promise<void> {
  await loadSession().catch(() => null);
}

/** The sign-in that waits for its second step, also after a reload. */
export async function requireAttempt(): Promise<SessionInfo> {
  if (getLoginAttempt() === null) await loadSession();
  const attempt = getLoginAttempt();
  if (attempt !== null) return attempt;
  throw redirect({
    to: "/auth/login",
    state: { refused: "no_intermediate_session" },
    replace: true,
  });
}

/** Where one goes on working, also in the next session. */
export function rememberWorkspace(handle: string): void {
  if (readCookie("workspace") !== handle) writeCookie("workspace", handle, yearSeconds);
}

interface WorkspaceVisit extends GuardContext {
  /** Only looked at from afar, such as under a pointer: nothing is remembered of it. */
  readonly preload: boolean;
}

/** The workspace of the address; one that does not exist and one that is not mine look alike. A handle it had lately leads on, with all that stands behind it. */
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

/** A page of the staff area; asked before anything of it is read. */
export function requireStaff(self: SessionInfo, permission: StaffPermission): void {
  if (hasStaffPermission(self, permission)) return;
  throw redirect({
    to: "/403",
    search: { code: "permission_denied_missing_permission", cause: permission },
  });
}

/** Where one works: the cookie's workspace, else the default one, else the first. */
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

/** For steps about the workspace one works in: who has none opens one first. */
export function requireCurrentWorkspace(self: SessionInfo): WorkspaceRole {
  const role = currentWorkspaceRole(self);
  if (role === null) throw redirect({ to: "/onboarding/workspace", replace: true });
  return role;
}

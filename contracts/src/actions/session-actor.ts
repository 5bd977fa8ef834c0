import type { SessionInfo, WorkspaceRole } from "../auth.ts";
import type { Actor } from "./actor.ts";

/** The console's user as an actor. `role` is their role in the workspace of the page; null outside of a workspace. */
export const sessionActor = (
  { user, userSession, userStaffRole }: Pick<SessionInfo, "user" | "userSession" | "userStaffRole">,
  role: (Pick<WorkspaceRole, "workspaceRoleId"> & Partial<Pick<WorkspaceRole, "status">>) | null,
): Actor => ({
  userId: user.id,
  workspaceRole: role?.workspaceRoleId ?? null,
  isWorkspaceSuspended: role?.status === "suspended",
  staffRole: userStaffRole?.userStaffRoleId ?? null,
  adminRole: userSession.adminRole,
  token: null,
});

import type { SessionInfo, WorkspaceRole } from "../auth.ts";
import type { Actor } from "./actor.ts";

/** Who acts in the console: the session's user, on a page of the workspace in which they have `role`. */
export const sessionActor = (
  { user, userSession, userStaffRole }: Pick<SessionInfo, "user" | "userSession" | "userStaffRole">,
  role: Pick<WorkspaceRole, "workspaceRoleId"> | null,
): Actor => ({
  userId: user.id,
  workspaceRole: role?.workspaceRoleId ?? null,
  staffRole: userStaffRole?.userStaffRoleId ?? null,
  adminRole: userSession.adminRole,
  token: null,
});

/** Response of GET /auth/self: the user, the session, and permissions per workspace. */
import type { SessionInfo, SessionUser, WorkspaceRole } from "#contracts/auth.ts";
import type { SessionCaller } from "../../../core/http/authorization.ts";
import {
  isBlockedWhileImpersonating,
  permissionsForRole,
  staffPermissionNames,
  staffAccessLevel,
} from "#contracts/permissions.ts";
import type { Tx } from "../../../core/db/db.ts";
import { type StaffRoleId, WorkspaceRoleId } from "#contracts/roles.ts";
import type { Keyring } from "../../../core/lib/crypto.ts";
import { csrfToken } from "../../../core/http/session-token.ts";
import { listWorkspaceRoles, type RoleRow } from "./store.ts";

/** The subject of the response: the caller, or the user whose session has just been created. */
export type SessionSubject = Pick<SessionCaller, "user" | "staffRole"> & {
  session: Pick<
    SessionCaller["session"],
    | "id"
    | "authType"
    | "secondStep"
    | "expiresAt"
    | "updatedAt"
    | "absoluteExpiresAt"
    | "adminId"
    | "adminRole"
  >;
};

export async function getSessionInfo(
  tx: Tx,
  keys: Keyring,
  who: SessionSubject,
  now: Date,
): Promise<SessionInfo> {
  const isAttempt = who.session.authType === "login-attempt";
  const roles = isAttempt ? [] : await listWorkspaceRoles(tx, who.user.id, now);
  const staffRole = isAttempt ? null : who.staffRole;
  return {
    user: isAttempt
      ? { ...toSessionUser(who.user), email: "", firstName: "", lastName: "", avatarUrl: null }
      : toSessionUser(who.user),
    userSession: {
      id: who.session.id,
      csrf: csrfToken(keys, who.session.id),
      expiresAt: who.session.expiresAt.toISOString(),
      updatedAt: who.session.updatedAt.toISOString(),
      absoluteExpiresAt: who.session.absoluteExpiresAt.toISOString(),
      authType: who.session.authType,
      secondStep: who.session.secondStep,
      adminId: who.session.adminId,
      adminRole: who.session.adminRole,
    },
    userWorkspaceRoles: roles.map((row) => toWorkspaceRole(row, who.session.adminRole)),
    userStaffRole:
      staffRole === null
        ? null
        : { userStaffRoleId: staffRole, permissions: permissionsForStaffRole(staffRole) },
  };
}

/** During impersonation the permissions are limited to those allowed for the staff role. */
function toWorkspaceRole(row: RoleRow, adminRole: StaffRoleId | null): WorkspaceRole {
  const role = WorkspaceRoleId.parse(row.workspace_role_id);
  return {
    handle: row.handle,
    workspaceId: row.workspace_id,
    name: row.name,
    colour: row.colour,
    status: row.status,
    isDefault: row.is_default,
    formerHandles: row.former_handles,
    workspaceRoleId: role,
    workspaceRole: {
      permissions: permissionsForRole(role).filter(
        (permission) => adminRole === null || !isBlockedWhileImpersonating(permission, adminRole),
      ),
    },
  };
}

const permissionsForStaffRole = (role: StaffRoleId) =>
  staffPermissionNames
    .filter((permission) => staffAccessLevel(role, permission) !== null)
    .map((name) => ({ name }));

function toSessionUser({ avatarId, ...user }: SessionCaller["user"]): SessionUser {
  return { ...user, avatarUrl: avatarId === null ? null : `/api/v1/avatars/${avatarId}` };
}

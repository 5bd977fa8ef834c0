/** The answer that says who is signed in and what they may do where. */
import type { Self, SessionUser, WorkspaceRole } from "#contracts/auth.ts";
import {
  permissionsOf,
  type StaffRoleId,
  staffPermissionNames,
  staffReachOf,
  WorkspaceRoleId,
} from "#contracts/permissions.ts";
import { sql, type Tx } from "../core/db.ts";
import type { Keys } from "../core/keys.ts";
import { csrfToken } from "../core/session-token.ts";
import type { AccountRow } from "./store.ts";

export interface Who {
  user: SessionUser;
  session: Pick<Self["userSession"], "id" | "authType" | "adminId" | "adminRole"> & {
    expiresAt: Date;
    updatedAt: Date;
  };
  staffRole: StaffRoleId | null;
}

interface RoleRow {
  handle: string;
  workspace_id: string;
  name: string;
  colour: string;
  is_default: boolean;
  workspace_role_id: string;
}

const rolesOf = (userId: string) => sql`
  SELECT w.handle, w.id AS workspace_id, w.name, w.colour, r.is_default, r.workspace_role_id
    FROM user_workspace_role r JOIN workspace w ON w.id = r.workspace_id
   WHERE r.user_id = ${userId} AND r.expired_at IS NULL AND w.status <> 'deactivated'
   ORDER BY r.created_at, r.id`;

export async function selfOf(tx: Tx, keys: Keys, who: Who): Promise<Self> {
  const isAttempt = who.session.authType === "login-attempt";
  const roles = isAttempt ? [] : await tx.many<RoleRow>(rolesOf(who.user.id));
  const staffRole = isAttempt ? null : who.staffRole;
  return {
    user: isAttempt ? { ...who.user, email: "", firstName: "", lastName: "" } : who.user,
    userSession: {
      id: who.session.id,
      csrf: csrfToken(keys, who.session.id),
      expiresAt: who.session.expiresAt.toISOString(),
      updatedAt: who.session.updatedAt.toISOString(),
      authType: who.session.authType,
      adminId: who.session.adminId,
      adminRole: who.session.adminRole,
    },
    userWorkspaceRoles: roles.map(roleShown),
    userStaffRole:
      staffRole === null
        ? null
        : { userStaffRoleId: staffRole, permissions: staffPermissionsOf(staffRole) },
  };
}

function roleShown(row: RoleRow): WorkspaceRole {
  const role = WorkspaceRoleId.parse(row.workspace_role_id);
  return {
    handle: row.handle,
    workspaceId: row.workspace_id,
    name: row.name,
    colour: row.colour,
    isDefault: row.is_default,
    workspaceRoleId: role,
    workspaceRole: { permissions: permissionsOf(role) },
  };
}

const staffPermissionsOf = (role: StaffRoleId) =>
  staffPermissionNames
    .filter((permission) => staffReachOf(role, permission) !== null)
    .map((name) => ({ name }));

export const userOf = (account: AccountRow): SessionUser => ({
  id: account.id,
  email: account.email,
  firstName: account.first_name,
  lastName: account.last_name,
  locale: account.locale,
  timezone: account.timezone,
  twoFactorEnabled: account.two_factor,
});

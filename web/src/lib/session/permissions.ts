import { createContext, useContext } from "react";
import type { SessionInfo, WorkspaceRole } from "#contracts/auth.ts";
import {
  rolesWithPermission,
  type StaffPermission,
  type StaffRoleId,
  staffPermissionNames,
  staffAccessLevel,
  staffRoles,
  type WorkspacePermission,
  type WorkspaceRoleId,
} from "#contracts/permissions.ts";
import { ProblemError } from "../api/problem-error.ts";
import { useSessionInfo } from "./session.ts";

const RoleContext = createContext<WorkspaceRole | null>(null);
/** Provides the workspace of the page to the components below it. */
export const WorkspaceProvider = RoleContext.Provider;

/** The user's role in the workspace of the page: handle, id, name, color, permissions. */
export function useWorkspace(): WorkspaceRole {
  const role = useContext(RoleContext);
  if (role === null)
    throw new ProblemError({
      status: 404,
      code: "not_found",
      message: "No workspace here",
      requestId: null,
    });
  return role;
}

export const useOptionalWorkspace = (): WorkspaceRole | null => useContext(RoleContext);

/** The user's role in the workspace with this current or former handle. */
export function findWorkspaceRole(
  { userWorkspaceRoles }: SessionInfo,
  handle: string,
): WorkspaceRole | null {
  return (
    userWorkspaceRoles.find((role) => role.handle === handle) ??
    userWorkspaceRoles.find(({ formerHandles }) => formerHandles.includes(handle)) ??
    null
  );
}

/** Whether the role holds a permission. The server states on which rows (`own`, `granted`). */
export const useHasPermission = (permission: WorkspacePermission): boolean =>
  useContext(RoleContext)?.workspaceRole.permissions.includes(permission) ?? false;

/** Roles that hold a permission. */
export const workspaceRolesWithPermission = (
  permission: WorkspacePermission,
): readonly WorkspaceRoleId[] => rolesWithPermission(permission);

/** Whether the user is staff, is not impersonating a customer, and holds the permission. */
export const hasStaffPermission = (self: SessionInfo, permission: StaffPermission): boolean =>
  self.userSession.authType !== "impersonate" &&
  self.userStaffRole?.permissions.some(({ name }) => name === permission) === true;

export const useHasStaffPermission = (permission: StaffPermission): boolean =>
  hasStaffPermission(useSessionInfo(), permission);

/** Staff roles that hold a permission. */
export const staffRolesWithPermission = (permission: StaffPermission): readonly StaffRoleId[] =>
  staffRoles.filter((role) => staffAccessLevel(role, permission) !== null);

export const isStaffPermission = (name: string): name is StaffPermission =>
  staffPermissionNames.some((known) => known === name);

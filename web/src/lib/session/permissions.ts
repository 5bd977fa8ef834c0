import { createContext, useContext } from "react";
import type { SessionInfo, WorkspaceRole } from "#contracts/auth.ts";
import {
  rolesWithPermission,
  type StaffPermission,
  staffPermissionNames,
  staffAccessLevel,
  type WorkspacePermission,
} from "#contracts/permissions.ts";
import { type StaffRoleId, staffRoles, type WorkspaceRoleId } from "#contracts/roles.ts";
import { ProblemError } from "../api/problem-error.ts";
import { useSessionInfo } from "./session.ts";

const RoleContext = createContext<WorkspaceRole | null>(null);
/** Below it, everything speaks of one workspace. */
export const WorkspaceProvider = RoleContext.Provider;

/** The role in the workspace of the page: handle, id, name, colour, permissions. */
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

/** One's role in the workspace that has this handle, or had it lately. */
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

/** Whether the role holds a permission. On which rows is told by the server (`own`, `granted`). */
export const useHasPermission = (permission: WorkspacePermission): boolean =>
  useContext(RoleContext)?.workspaceRole.permissions.includes(permission) ?? false;

/** Roles one would have to hold, or ask. */
export const workspaceRolesWithPermission = (
  permission: WorkspacePermission,
): readonly WorkspaceRoleId[] => rolesWithPermission(permission);

/** Whether someone is staff, is not acting as a customer, and holds the permission. */
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

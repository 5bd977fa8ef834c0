import { createContext, useContext } from "react";
import { permissionDenial } from "#contracts/actions/actor.ts";
import { sessionActor } from "#contracts/actions/session-actor.ts";
import type { SessionInfo, WorkspaceRole } from "#contracts/auth.ts";
import type { StaffPermission, WorkspacePermission } from "#contracts/permissions.ts";
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

/** Whether the role holds a permission. For a single object, the contract's actions decide (`useActionReason`). */
export const hasPermission = (role: WorkspaceRole | null, permission: string): boolean =>
  role?.workspaceRole.permissions.includes(permission) ?? false;

export const useHasPermission = (permission: WorkspacePermission): boolean =>
  hasPermission(useContext(RoleContext), permission);

/** Whether the user is staff, is not impersonating a customer, and holds the permission. */
export const hasStaffPermission = (self: SessionInfo, permission: StaffPermission): boolean =>
  permissionDenial(sessionActor(self, null), permission) === null;

export const useHasStaffPermission = (permission: StaffPermission): boolean =>
  hasStaffPermission(useSessionInfo(), permission);

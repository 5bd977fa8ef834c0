import { createContext, useContext } from "react";
import type { WorkspaceRole } from "#contracts/auth.ts";
import {
  rolesWith,
  type WorkspacePermission,
  type WorkspaceRoleId,
} from "#contracts/permissions.ts";
import { ProblemError } from "./problem.ts";

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

export const useMaybeWorkspace = (): WorkspaceRole | null => useContext(RoleContext);

/** Whether the role holds a permission. On which rows is told by the server (`own`, `granted`). */
export const useCan = (permission: WorkspacePermission): boolean =>
  useContext(RoleContext)?.workspaceRole.permissions.includes(permission) ?? false;

/** Roles one would have to hold, or ask. */
export const whoMay = (permission: WorkspacePermission): readonly WorkspaceRoleId[] =>
  rolesWith(permission);

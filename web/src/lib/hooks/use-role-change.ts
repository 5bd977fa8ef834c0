import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { invalidateWorkspace } from "../api/live-updates.ts";

/** Runs `onChange` when the user's role in a workspace changes while its page is open. */
export function useRoleChange(role: WorkspaceRole, onChange: () => void): void {
  const client = useQueryClient();
  const { workspaceId, workspaceRoleId } = role;
  const before = useRef({ workspaceId, workspaceRoleId });
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const last = before.current;
    before.current = { workspaceId, workspaceRoleId };
    if (last.workspaceId !== workspaceId || last.workspaceRoleId === workspaceRoleId) return;
    // Visible rows depend on the role.
    invalidateWorkspace(client);
    latest.current();
  }, [client, workspaceId, workspaceRoleId]);
}

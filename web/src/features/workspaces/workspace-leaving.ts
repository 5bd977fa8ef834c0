/** Workspaces that the user is leaving: their pages wait for the navigation instead of showing an error. */
const leavingWorkspaces = new Set<string>();

export const isLeavingWorkspace = (handle: string): boolean => leavingWorkspaces.has(handle);

/** Wraps the request that leaves a workspace, and the navigation after it. */
export async function leaveWorkspace(handle: string, leave: () => Promise<void>): Promise<void> {
  leavingWorkspaces.add(handle);
  try {
    await leave();
  } finally {
    leavingWorkspaces.delete(handle);
  }
}

/** A workspace one is just giving up: its page waits for what comes next, instead of telling that it is gone. */
const leavingWorkspaces = new Set<string>();

export const isLeavingWorkspace = (handle: string): boolean => leavingWorkspaces.has(handle);

/** Around the call that ends it for oneself, and the way to another page. */
export async function leaveWorkspace(handle: string, leave: () => Promise<void>): Promise<void> {
  leavingWorkspaces.add(handle);
  try {
    await leave();
  } finally {
    leavingWorkspaces.delete(handle);
  }
}

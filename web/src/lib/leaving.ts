/** A workspace one is just giving up: its page waits for what comes next, instead of telling that it is gone. */
const left = new Set<string>();

export const isLeaving = (handle: string): boolean => left.has(handle);

/** Around the call that ends it for oneself, and the way to another page. */
export async function leaveWorkspace(handle: string, leave: () => Promise<void>): Promise<void> {
  left.add(handle);
  try {
    await leave();
  } finally {
    left.delete(handle);
  }
}

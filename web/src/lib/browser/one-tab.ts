/** Runs in one tab of this browser at a time; runs immediately in browsers without Web Locks. */
export const inOneTab = (name: string, run: () => Promise<void>): Promise<void> =>
  "locks" in navigator ? navigator.locks.request(name, run) : run();

/** Runs in one tab of this browser at a time; at once where the browser has no Web Locks. */
export const inOneTab = (name: string, run: () => Promise<void>): Promise<void> =>
  "locks" in navigator ? navigator.locks.request(name, run) : run();

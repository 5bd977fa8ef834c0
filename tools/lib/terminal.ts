/** Terminal output of a start, one numbered line per step, and the signals that stop it. */
import { seconds } from "./run-command.ts";

/** Ctrl-C arrives from the terminal and again from npm; signals within this time count as one. */
const SAME_SIGNAL_MS = 700;
const PARENT_CHECK_MS = 1_000;

export function numberedSteps(count: number) {
  let stepNumber = 0;
  return async (name: string, run: () => Promise<string>): Promise<void> => {
    stepNumber++;
    process.stdout.write(`[${stepNumber}/${count}] ${name} … `);
    const startedAt = performance.now();
    try {
      const outcome = await run();
      process.stdout.write(`${outcome} (${seconds(performance.now() - startedAt)})\n`);
    } catch (error) {
      process.stdout.write("failed\n");
      throw error;
    }
  };
}

/** Calls `onFirst` for the first stop signal and `onSecond` for the next one. */
export function onStopRequested(onFirst: () => void, onSecond: () => void): void {
  let firstAt: number | null = null;
  const request = () => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      onFirst();
    } else if (now - firstAt > SAME_SIGNAL_MS) onSecond();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, request);
  // A closed output pipe (`npm start | head`) must not stop the stack.
  process.stdout.on("error", () => undefined);
  // Stop together with bootstrap.mjs or npm, even if they were killed.
  if (process.env.BOREAL_HANDED_OVER === "1" || process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      request();
    }, PARENT_CHECK_MS);
    watch.unref();
  }
}

/** How a start shows itself: a numbered line a step, and the signals that end it. */
import { seconds } from "./run-command.ts";

/** A Ctrl-C reaches us from the terminal and again from npm: within this time it is one. */
const SAME_SIGNAL_MS = 700;
const PARENT_CHECK_MS = 1_000;

export function numberedSteps(count: number) {
  let at = 0;
  return async (name: string, run: () => Promise<string>): Promise<void> => {
    at++;
    process.stdout.write(`[${at}/${count}] ${name} … `);
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

/** `onFirst` for the first request to end, `onSecond` when the person insists. */
export function onEndRequested(onFirst: () => void, onSecond: () => void): void {
  let firstAt: number | null = null;
  const request = () => {
    const now = performance.now();
    if (firstAt === null) {
      firstAt = now;
      onFirst();
    } else if (now - firstAt > SAME_SIGNAL_MS) onSecond();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, request);
  // A reader that went away (`npm start | head`) is no reason to end.
  process.stdout.on("error", () => undefined);
  // Started by handover.mjs or npm, we end with them, however they were ended.
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

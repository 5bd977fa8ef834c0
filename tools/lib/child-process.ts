/** A part of the world that runs as a process of its own, with its output in a log file. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { withParentDeathSignal } from "./parent-death-signal.ts";
import { LogFile } from "./log-file.ts";

const LINES_KEPT = 30;
const READY_TIMEOUT_MS = 60_000;

export type Child = {
  name: string;
  pid: number;
  /** Resolves when it says it is ready; rejects when it ends before that, with its last lines. */
  ready: Promise<void>;
  /** Settles when it ends, for whatever reason. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  lastLines(): string;
  /** Asks it to end (SIGTERM) and makes it after `graceMs`. */
  stop(graceMs: number): Promise<void>;
  send(signal: "SIGTERM" | "SIGKILL"): void;
};

/** The line by which the server and the worker tell that they are ready. */
export function isReadyLine(line: string): boolean {
  return /"msg":\s*"ready"/.test(line);
}

export function startChild(options: {
  name: string;
  command: readonly [string, ...string[]];
  env: Record<string, string | undefined>;
  cwd: string;
  logFile: string;
  isReadyLine: (line: string) => boolean;
  /** What reaches it when we are killed: a watcher has a child of its own to end, so it is asked. */
  whenWeDie: "TERM" | "KILL";
}): Child {
  const [program, ...args] = withParentDeathSignal(options.whenWeDie, options.command);
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ["ignore", "pipe", "pipe"],
    // Its own group: a Ctrl-C in the terminal reaches us alone, and we end the parts in their order.
    detached: true,
  });
  const log = new LogFile(options.logFile);
  const recent: string[] = [];
  const lastLines = () => recent.join("\n");

  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("error", (error) => {
      recent.push(error.message);
      resolve({ code: 1, signal: null });
    });
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  const ready = new Promise<void>((resolve, reject) => {
    const give = (reason: string) =>
      reject(new Error(`The ${options.name} ${reason}:\n${lastLines()}\n(${options.logFile})`));
    const timer = setTimeout(() => give("did not get ready"), READY_TIMEOUT_MS);
    const read = (line: string) => {
      log.write(`${line}\n`);
      recent.push(line);
      if (recent.length > LINES_KEPT) recent.shift();
      if (options.isReadyLine(line)) {
        clearTimeout(timer);
        resolve();
      }
    };
    createInterface({ input: child.stdout }).on("line", read);
    createInterface({ input: child.stderr }).on("line", read);
    void ended.then(({ code, signal }) => {
      clearTimeout(timer);
      log.end();
      give(`ended with ${code ?? signal}`);
    });
  });
  // Who waits for it hears of it; who does not, watches `ended`.
  ready.catch(() => undefined);

  return {
    name: options.name,
    pid: child.pid ?? 0,
    ready,
    ended,
    lastLines,
    async stop(graceMs) {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
      await ended;
      clearTimeout(timer);
    },
    send(signal) {
      child.kill(signal);
    },
  };
}

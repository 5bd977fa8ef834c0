/** A service of the local stack that runs as a child process and writes its output to a log file. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { withParentDeathSignal } from "./parent-death-signal.ts";
import { LogFile } from "./log-file.ts";

const MAX_RECENT_LINES = 30;
const READY_TIMEOUT_MS = 60_000;

export type Child = {
  name: string;
  pid: number;
  /** Resolves when the process is ready; rejects with its last lines if it ends before that. */
  ready: Promise<void>;
  /** Resolves when the process ends, for any reason. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  lastLines(): string;
  /** Sends SIGTERM, and SIGKILL after `graceMs`. */
  stop(graceMs: number): Promise<void>;
  send(signal: "SIGTERM" | "SIGKILL"): void;
};

/** Whether it is the log line that the server and the worker write when they are ready. */
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
  /** Sent to the child when this process is killed. A watcher gets TERM, because it has a child of its own to stop. */
  parentDeathSignal: "TERM" | "KILL";
}): Child {
  const [program, ...args] = withParentDeathSignal(options.parentDeathSignal, options.command);
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own: Ctrl-C reaches only this process, which stops the services in order.
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
    const fail = (reason: string) =>
      reject(new Error(`The ${options.name} ${reason}:\n${lastLines()}\n(${options.logFile})`));
    const timer = setTimeout(() => fail("did not get ready"), READY_TIMEOUT_MS);
    const read = (line: string) => {
      log.write(`${line}\n`);
      recent.push(line);
      if (recent.length > MAX_RECENT_LINES) recent.shift();
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
      fail(`ended with ${code ?? signal}`);
    });
  });
  // Callers that do not await `ready` watch `ended`; without this the rejection would be unhandled.
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

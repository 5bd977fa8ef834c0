/** Workers as separate processes, for tests that kill them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { compileCacheFolder } from "./compile-cache.ts";
import type { WorkerProgramOptions } from "./worker-program.ts";

export interface WorkerProcess {
  /** Resolves with the output line that starts with `word`. */
  waitForLine(word: "ready" | "begun"): Promise<string>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

const program = fileURLToPath(new URL("./worker-program.ts", import.meta.url));

/** Resolves when the worker accepts jobs. */
export async function startWorkerProcess(options: WorkerProgramOptions): Promise<WorkerProcess> {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(options)], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCacheFolder },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  let nextLine = Promise.withResolvers<undefined>();
  const ended = once(child, "exit");
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line);
      nextLine.resolve(undefined);
      nextLine = Promise.withResolvers<undefined>();
    });
  const waitForLine = async (word: string): Promise<string> => {
    for (;;) {
      const line = lines.find((candidate) => candidate.startsWith(word));
      if (line !== undefined) return line;
      const exit = await Promise.race([nextLine.promise, ended]);
      if (exit !== undefined) throw new Error(`The worker ended before it printed ${word}`);
    }
  };
  await waitForLine("ready");
  return {
    waitForLine,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

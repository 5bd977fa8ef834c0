/** Workers as processes of their own, for tests that kill them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { WorkerProgramOptions } from "./worker-program.ts";

export interface WorkerProcess {
  /** Resolves with the line that starts with `word`. */
  says(word: "ready" | "begun"): Promise<string>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

const program = fileURLToPath(new URL("./worker-program.ts", import.meta.url));

/** Resolves when it takes jobs. */
export async function startWorkerProcess(options: WorkerProgramOptions): Promise<WorkerProcess> {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(options)], {
    env: { PATH: process.env["PATH"] },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  let heard = Promise.withResolvers<undefined>();
  const ended = once(child, "exit");
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line);
      heard.resolve(undefined);
      heard = Promise.withResolvers<undefined>();
    });
  const says = async (word: string): Promise<string> => {
    for (;;) {
      const line = lines.find((said) => said.startsWith(word));
      if (line !== undefined) return line;
      const over = await Promise.race([heard.promise, ended]);
      if (over !== undefined) throw new Error(`The worker ended before it said ${word}`);
    }
  };
  await says("ready");
  return {
    says,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

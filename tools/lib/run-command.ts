/** Runs a command as a child process, with this Node and the packages' programs on the PATH. */
import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";

export const root = dirname(dirname(import.meta.dirname));

export type CommandResult = { code: number; output: string; durationMs: number };

/** `show` prints the output as it comes; otherwise stdout and stderr are collected into `output`. */
export function runCommand(
  command: readonly string[],
  options: { show?: boolean; env?: Record<string, string> } = {},
): Promise<CommandResult> {
  const [program = "", ...args] = command;
  const startedAt = performance.now();
  const path = [dirname(process.execPath), join(root, "node_modules", ".bin"), process.env.PATH];
  const child = spawn(program, args, {
    cwd: root,
    stdio: options.show ? "inherit" : ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...options.env, PATH: path.join(delimiter) },
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  return new Promise((resolve) => {
    const end = (code: number) =>
      resolve({ code, output: output.trim(), durationMs: performance.now() - startedAt });
    child.once("error", (error) => {
      output += error.message;
      end(1);
    });
    child.once("close", (code) => end(code ?? 1));
  });
}

export function seconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

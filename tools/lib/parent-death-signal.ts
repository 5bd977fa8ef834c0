import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

function findOnPath(program: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .concat("/usr/bin", "/bin")
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));
}

/**
 * Wraps the command in `setpriv`, so that the kernel sends it the signal when its parent dies, even after
 * kill -9. Without setpriv the command is returned unchanged, and the next start ends surviving processes.
 */
export function withParentDeathSignal(
  signal: "INT" | "TERM" | "KILL",
  command: readonly [string, ...string[]],
): [string, ...string[]] {
  const setpriv = findOnPath("setpriv");
  return setpriv === undefined ? [...command] : [setpriv, "--pdeathsig", signal, "--", ...command];
}

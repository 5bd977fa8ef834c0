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
 * The command under `setpriv`, by which the kernel sends it the signal when its parent is gone, even after
 * a kill -9. Where there is no setpriv the command stays as it is, and the next start ends what was left.
 */
export function withParentDeathSignal(
  signal: "INT" | "TERM" | "KILL",
  command: readonly [string, ...string[]],
): [string, ...string[]] {
  const setpriv = findOnPath("setpriv");
  return setpriv === undefined ? [...command] : [setpriv, "--pdeathsig", signal, "--", ...command];
}

/** Entry point: connects the command to the process's arguments, streams and environment. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { exitCodes } from "./exit-codes.ts";
import { nodeTerminal } from "./node-terminal.ts";
import { run } from "./run.ts";

// Node before 20.6 has no import.meta.resolve.
const packageFile = createRequire(import.meta.url).resolve("@boreal/client/package.json");
const { version }: { version: string } = JSON.parse(readFileSync(packageFile, "utf8"));

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe: `boreal instances list | head -1`.
  if (error.code === "EPIPE") process.exit(exitCodes.ok);
  process.stderr.write(`error: Couldn't write the output: ${error.message}\n`);
  process.exit(exitCodes.rejected);
});
// Standard error is closed. The exit code still reports the error.
process.stderr.on("error", () => undefined);

process.exitCode = await run(
  process.argv.slice(2),
  // oxlint-disable-next-line node/no-process-env -- the only place where the command reads the environment
  nodeTerminal(process, process.env),
  version,
);

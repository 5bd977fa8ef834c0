/** The process: its arguments, streams and environment. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { exitCodes } from "./exit-codes.ts";
import { nodeTerminal } from "./node-terminal.ts";
import { run } from "./run.ts";

// import.meta.resolve is not there before Node 20.6.
const packageFile = createRequire(import.meta.url).resolve("@boreal/client/package.json");
const { version }: { version: string } = JSON.parse(readFileSync(packageFile, "utf8"));

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Whoever reads has seen enough: `boreal instances list | head -1`.
  if (error.code === "EPIPE") process.exit(exitCodes.ok);
  process.stderr.write(`error: The answer could not be written: ${error.message}\n`);
  process.exit(exitCodes.rejected);
});
// Nobody hears what went wrong; the exit code still tells it.
process.stderr.on("error", () => undefined);

process.exitCode = await run(
  process.argv.slice(2),
  // oxlint-disable-next-line node/no-process-env -- the one place where the command meets it
  nodeTerminal(process, process.env),
  version,
);

/** The process: its arguments, streams and environment. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodeTerminal } from "./node-terminal.ts";
import { run } from "./run.ts";

const described = fileURLToPath(import.meta.resolve("@boreal/client/package.json"));
const { version }: { version: string } = JSON.parse(readFileSync(described, "utf8"));

// Whoever reads has seen enough: `boreal instances list | head -1`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await run(
  process.argv.slice(2),
  // oxlint-disable-next-line node/no-process-env -- the one place where the command meets it
  nodeTerminal(process, process.env),
  version,
);

#!/usr/bin/env node
/** The `boreal` command: as it was built for a package, or in the repository as it is written. */
import { existsSync } from "node:fs";

const written = new URL("./cli/main.ts", import.meta.url);
if (existsSync(written)) {
  const { runFile } = await import("../../tools/bootstrap.mjs");
  await runFile(written);
} else {
  await import("./dist/cli/main.js");
}

#!/usr/bin/env node
/** The `boreal` command: runs the build in the package, or the TypeScript source in the repository. */
import { existsSync } from "node:fs";

const source = new URL("./cli/main.ts", import.meta.url);
if (existsSync(source)) {
  const { runFile } = await import("../../tools/bootstrap.mjs");
  await runFile(source);
} else {
  await import("./dist/cli/main.js");
}

/** Writes the generated file of the TypeScript client; `--check` only reports whether it is up to date. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { openApiDocument } from "#api/openapi.ts";
import { generateClient } from "../client-generator/generate.ts";

const file = "clients/typescript/src/generated/calls.gen.ts";

/** Formatted like the rest of the code, so that diffs are readable. */
function formatted(text: string): string {
  const args = ["format", "--stdin-file-path=clients/typescript/src/generated/calls.ts"];
  const ended = spawnSync("node_modules/.bin/biome", args, { input: text, encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`Formatting the client failed: ${ended.stderr}`);
  return ended.stdout;
}

const expected = formatted(generateClient(openApiDocument()));
if (!process.argv.includes("--check")) writeFileSync(file, expected);
else if (!existsSync(file) || readFileSync(file, "utf8") !== expected) {
  console.error(`${file} is out of date. Run node tools/commands/generate-typescript-client.ts`);
  process.exitCode = 1;
}

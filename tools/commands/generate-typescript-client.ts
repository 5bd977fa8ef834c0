/** Writes the generated file of the TypeScript client and the scope table of docs/api.md; `--check` only reports whether both are up to date. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { openApiDocument } from "#api/openapi.ts";
import { generateClient } from "../client-generator/generate.ts";
import { withScopeTable } from "../client-generator/scope-table.ts";

const clientFile = "clients/typescript/src/generated/calls.gen.ts";

/** Formatted like the rest of the code, so that diffs are readable. */
function formatted(text: string): string {
  const args = ["format", "--stdin-file-path=clients/typescript/src/generated/calls.ts"];
  const ended = spawnSync("node_modules/.bin/biome", args, { input: text, encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`Formatting the client failed: ${ended.stderr}`);
  return ended.stdout;
}

const api = openApiDocument();
const outputs = [
  { path: clientFile, text: formatted(generateClient(api)) },
  { path: "docs/api.md", text: withScopeTable(readFileSync("docs/api.md", "utf8")) },
];
for (const { path, text } of outputs) {
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(`${path} is out of date. Run node tools/commands/generate-typescript-client.ts`);
    process.exitCode = 1;
  }
}

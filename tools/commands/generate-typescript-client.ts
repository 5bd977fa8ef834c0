/** Writes the generated part of the TypeScript client and the table of scopes in docs/api.md; with `--check` it only says whether they are up to date. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { openApiDocument } from "#api/openapi.ts";
import { generateClient } from "../client-generator/generate.ts";
import { withScopeTable } from "../client-generator/scope-table.ts";

const file = "clients/typescript/src/generated/calls.gen.ts";

/** As the rest of the code is, so that a change can be read in a diff. */
function formatted(text: string): string {
  const as = ["format", "--stdin-file-path=clients/typescript/src/generated/calls.ts"];
  const ended = spawnSync("node_modules/.bin/biome", as, { input: text, encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`It could not be formatted: ${ended.stderr}`);
  return ended.stdout;
}

const api = openApiDocument();
const outputs = [
  { path: file, text: formatted(generateClient(api)) },
  { path: "docs/api.md", text: withScopeTable(readFileSync("docs/api.md", "utf8")) },
];
for (const { path, text } of outputs) {
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(
      `${path} is not what the contracts say: node tools/commands/generate-typescript-client.ts`,
    );
    process.exitCode = 1;
  }
}

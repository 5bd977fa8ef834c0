/** Writes the generated part of the TypeScript client; with `--check` it only says whether that is up to date. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { openApiDocument } from "#api/openapi.ts";
import { generateClient } from "../client-generator/generate.ts";

const file = "clients/typescript/src/generated/calls.gen.ts";

/** As the rest of the code is, so that a change can be read in a diff. */
function formatted(text: string): string {
  const as = ["format", "--stdin-file-path=clients/typescript/src/generated/calls.ts"];
  const ended = spawnSync("node_modules/.bin/biome", as, { input: text, encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`It could not be formatted: ${ended.stderr}`);
  return ended.stdout;
}

const wanted = formatted(generateClient(openApiDocument()));
if (!process.argv.includes("--check")) writeFileSync(file, wanted);
else if (!existsSync(file) || readFileSync(file, "utf8") !== wanted) {
  console.error(
    `${file} is not what the contracts say: node tools/commands/generate-typescript-client.ts`,
  );
  process.exitCode = 1;
}

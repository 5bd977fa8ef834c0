/** `npm run check`: the checks that finish within a minute. `npm test` runs everything. */
import { runCommand, seconds } from "../lib/run-command.ts";
import { runStaticChecks } from "./static-checks.ts";

const startedAt = performance.now();
const failed = (await runStaticChecks())
  .filter(({ error }) => error !== null)
  .map(({ name }) => name);

// Unit tests affected by uncommitted changes; without git (a downloaded archive) all unit tests.
const hasGit = (await runCommand(["git", "rev-parse", "--verify", "HEAD"])).code === 0;
const unit = ["vitest", "run", "--project", "unit", "--passWithNoTests", "--reporter=dot"];
const tests = await runCommand(hasGit ? [...unit, "--changed"] : unit);
if (tests.code !== 0) {
  failed.push("unit tests");
  console.log(`FAILED unit tests\n\n${tests.output}\n`);
} else {
  const scope = hasGit ? "unit tests of changed files" : "unit tests";
  console.log(`ok     ${scope} (${seconds(tests.durationMs)})`);
}

const duration = seconds(performance.now() - startedAt);
console.log(
  failed.length === 0
    ? `\nAll checks passed in ${duration}.`
    : `\nFailed (${duration}): ${failed.join(", ")}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

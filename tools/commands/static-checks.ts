/** Static checks. A check prints its output only if it fails. */
import { type CommandResult, runCommand, seconds } from "../lib/run-command.ts";

type Check = { name: string; steps: string[][] };

const node = process.execPath;
const compiler = [node, "node_modules/ts7/lib/tsc.js", "--pretty"];
const mailCatalogs = ["--config", "api/lingui.config.ts", "--verbose"];
const packages = ["clients", "contracts", "api", "web", "emulators", "tools", "e2e", "bench"];

const CHECKS: Check[] = [
  { name: "types of the server", steps: [[...compiler, "-p", "tsconfig.json"]] },
  { name: "types of the console", steps: [[...compiler, "-p", "web/tsconfig.json"]] },
  { name: "lint", steps: [["oxlint", "--type-aware", "--quiet"]] },
  { name: "format", steps: [["biome", "format", "."]] },
  {
    name: "boundaries",
    steps: [
      ["depcruise", "--config", ".dependency-cruiser.cjs", ...packages],
      ["depcruise", "--config", ".dependency-cruiser-folders.cjs", "api/src", "web/src"],
    ],
  },
  { name: "dead code", steps: [["knip", "--no-progress"]] },
  {
    name: "catalogs of the mails",
    steps: [
      ["lingui", "check", "sync", "--clean", ...mailCatalogs],
      ["lingui", "check", "missing", ...mailCatalogs],
    ],
  },
  {
    name: "OpenAPI description",
    steps: [
      [node, "tools/commands/write-openapi.ts"],
      ["redocly", "lint", "dist/openapi.json"],
    ],
  },
  {
    name: "TypeScript client up to date",
    steps: [[node, "tools/commands/generate-typescript-client.ts", "--check"]],
  },
];

// Without these, Redocly checks for updates and reports usage over the network.
const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

async function runCheck(check: Check): Promise<CommandResult> {
  let durationMs = 0;
  for (const step of check.steps) {
    const result = await runCommand(step, { env });
    durationMs += result.durationMs;
    if (result.code !== 0) return { ...result, durationMs };
  }
  return { code: 0, output: "", durationMs };
}

/** `error` is the output of a failed check. */
export type StaticResult = { name: string; error: string | null };

/** Runs the checks, `concurrency` of them in parallel. */
export async function runStaticChecks(concurrency = 2): Promise<StaticResult[]> {
  const pending = [...CHECKS];
  const results: StaticResult[] = [];
  const worker = async () => {
    for (let check = pending.shift(); check !== undefined; check = pending.shift()) {
      const { code, output, durationMs } = await runCheck(check);
      const passed = code === 0;
      results.push({ name: check.name, error: passed ? null : output });
      console.log(`${passed ? "ok    " : "FAILED"} ${check.name} (${seconds(durationMs)})`);
      if (!passed) console.log(`\n${output}\n`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

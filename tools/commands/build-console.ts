/**
 * Builds the console into web/dist if its sources changed since the last build. The files of the replaced
 * release stay in web/earlier for a week.
 */
import { createHash, type Hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "#api/core/lib/clock.ts";
import { consoleFolders, keepRelease, replaceRelease } from "./earlier-releases.ts";
import { root, runCommand } from "../lib/run-command.ts";

const SOURCES = [
  "tools/commands/build-console.ts",
  "web/guests.html",
  "web/index.html",
  "web/vite.config.ts",
  "web/vite.server.config.ts",
  "web/build",
  "web/public",
  "web/src",
  "contracts/src",
  "docs/customers",
  "lingui.config.ts",
  "package-lock.json",
];
const STAMP = ".sources.sha256";

/** Generated files are derived from the others, and the build itself may write them. */
function isSource(name: string): boolean {
  return !name.includes(".gen.") && !name.endsWith(".test.ts") && !name.endsWith(".test.tsx");
}

function addToHash(hash: Hash, path: string): void {
  const full = join(root, path);
  if (!existsSync(full)) return;
  const entries = readdirSync(full, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  for (const entry of entries) {
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) addToHash(hash, inside);
    else if (isSource(entry.name)) hash.update(inside).update(readFileSync(join(root, inside)));
  }
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const full = join(root, source);
    if (/\.\w+$/.test(source)) {
      if (existsSync(full)) hash.update(source).update(readFileSync(full));
    } else addToHash(hash, source);
  }
  return hash.digest("hex");
}

/** Returns false if the build was up to date. Throws with the build's output if it fails. */
export async function buildConsole(): Promise<boolean> {
  const hash = hashOfSources();
  const own = consoleFolders(join(root, "web"));
  const stamp = join(own.current, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) {
    keepRelease(own, own, systemClock.now());
    return false;
  }
  const next = join(root, "web/next");
  // A test that starts the whole stack sets NODE_ENV=test, which would bundle React's development build.
  for (const args of [
    ["--outDir", "next"],
    ["--config", "web/vite.server.config.ts", "--outDir", "next/.server"],
  ]) {
    const { code, output } = await runCommand(["vite", "build", "web", ...args], {
      env: { NODE_ENV: "production" },
    });
    if (code !== 0) throw new Error(`The console failed to build:\n${output}`);
  }
  writeFileSync(join(next, STAMP), hash);
  replaceRelease(own, next, systemClock.now());
  return true;
}

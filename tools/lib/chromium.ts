/** The Chromium of the e2e tests: the one installed on the computer, or one installed for them. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium } from "@playwright/test";

/** Both contain the same engine. The headless shell comes first: it starts faster and needs less CPU. */
const packages = ["chromium-headless-shell", "chromium"];

/** Arguments of a Chromium that a root user may start, and that does nothing on its own. */
export const quietArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const extractedDir = join(import.meta.dirname, "../../node_modules/.cache/chromium");
const unpackedLauncher = join(extractedDir, "start");

const executableCandidates = [
  ...packages.map((name) => `/usr/bin/${name}`),
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  unpackedLauncher,
];

/** The path of an installed Chromium, or null. */
export function installedChromium(): string | null {
  const selected = process.env.CHROMIUM_PATH;
  if (selected !== undefined && selected !== "") return selected;
  return (
    [...executableCandidates, chromium.executablePath()].find((path) => existsSync(path)) ?? null
  );
}

/** Returns the error message, or null on success. */
function runQuietly(command: string, args: string[]): string | null {
  const result = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (result.status === 0) return null;
  return `${command} ${args.join(" ")}: ${result.error?.message ?? result.stderr.trim()}`;
}

/** Installs the first available package. Returns the last error message if none is available, or null. */
function installFirstAvailable(install: (name: string) => string | null): string | null {
  let problem: string | null = null;
  for (const name of packages) {
    problem = install(name);
    if (problem === null) return null;
  }
  return problem;
}

function installFromDebian(): string | null {
  return (
    runQuietly("apt-get", ["update"]) ??
    installFirstAvailable((name) =>
      runQuietly("apt-get", ["install", "-y", "--no-install-recommends", name]),
    )
  );
}

/** Without root: downloads the missing packages and unpacks them into a folder of the project. */
function unpackFromDebian(): string | null {
  rmSync(extractedDir, { recursive: true, force: true });
  const state = join(extractedDir, "state");
  const cache = join(extractedDir, "cache");
  const root = join(extractedDir, "root");
  const archives = join(cache, "archives");
  for (const folder of [join(state, "lists/partial"), join(archives, "partial")])
    mkdirSync(folder, { recursive: true });
  const settings = {
    "Dir::State": state,
    "Dir::State::status": "/var/lib/dpkg/status",
    "Dir::Cache": cache,
    // Only root may take apt's locks, and no other process uses these folders.
    "Debug::NoLocking": "1",
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  const download = ["install", "-y", "--no-install-recommends", "--download-only"];
  const problem =
    runQuietly("apt-get", [...options, "update"]) ??
    installFirstAvailable((name) => runQuietly("apt-get", [...options, ...download, name]));
  if (problem !== null) return problem;
  for (const file of readdirSync(archives).filter((name) => name.endsWith(".deb"))) {
    const unpacking = runQuietly("dpkg-deb", ["--extract", join(archives, file), root]);
    if (unpacking !== null) return unpacking;
  }
  rmSync(state, { recursive: true });
  rmSync(cache, { recursive: true });
  return writeLauncher(root);
}

/** Writes the start script as the last step and only if Chromium runs, so an existing script means a complete installation. */
function writeLauncher(root: string): string | null {
  const program = packages
    .map((name) => join(root, "usr/lib/chromium", name))
    .find((path) => existsSync(path));
  if (program === undefined) return `No Chromium in ${root}`;
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  // Some packages have libraries in a separate folder.
  const libraries = files.filter((path) => /\.so(?:\.|$)/.test(path)).map(dirname);
  const searched = [...new Set(libraries)].map((folder) => join(root, folder)).join(":");
  const candidate = `${unpackedLauncher}.new`;
  const script = `#!/bin/sh\nexport LD_LIBRARY_PATH='${searched}'\nexec '${program}' "$@"\n`;
  writeFileSync(candidate, script, { mode: 0o755 });
  const problem = runQuietly(candidate, ["--version"]);
  if (problem === null) renameSync(candidate, unpackedLauncher);
  return problem;
}

function installFromPlaywright(): string | null {
  const cli = createRequire(import.meta.url).resolve("@playwright/test/cli");
  return runQuietly(process.execPath, [cli, "install", "chromium"]);
}

/** Installs one when there is none; throws with what was tried when that does not work. */
export function ensureChromium(): string {
  const installed = installedChromium();
  if (installed !== null) return installed;
  console.log("Installing Chromium for the browser tests…");
  const problems: string[] = [];
  const hasApt = existsSync("/usr/bin/apt-get");
  const fromDebian = process.getuid?.() === 0 ? installFromDebian : unpackFromDebian;
  for (const install of [...(hasApt ? [fromDebian] : []), installFromPlaywright]) {
    const problem = install();
    const path = installedChromium();
    if (path !== null) return path;
    if (problem !== null) problems.push(problem);
  }
  throw new Error(
    `Chromium was not found and could not be installed. Set CHROMIUM_PATH.\n${problems.join("\n")}`,
  );
}

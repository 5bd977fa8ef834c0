/** The Chromium of the browser stories: the machine's own, or one that is installed for them. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium } from "@playwright/test";

/** The same engine twice: the one that cannot open windows first, as it starts sooner and leaves the processor to the rest. */
const packages = ["chromium-headless-shell", "chromium"];

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

/** The path of a Chromium that is here, or null. */
export function installedChromium(): string | null {
  const selected = process.env.CHROMIUM_PATH;
  if (selected !== undefined && selected !== "") return selected;
  return (
    [...executableCandidates, chromium.executablePath()].find((path) => existsSync(path)) ?? null
  );
}

/** What went wrong, or null. */
function runQuietly(command: string, args: string[]): string | null {
  const done = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (done.status === 0) return null;
  return `${command} ${args.join(" ")}: ${done.error?.message ?? done.stderr.trim()}`;
}

/** The first package that can be had; what went wrong with the last, if none can. */
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

/** As an ordinary user: the packages the machine lacks, unpacked into a folder of the project and started from there. */
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
    // The locks are root's; these folders have no other user.
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

/** Last, and only where it runs: what is started from here is there as a whole. */
function writeLauncher(root: string): string | null {
  const program = packages
    .map((name) => join(root, "usr/lib/chromium", name))
    .find((path) => existsSync(path));
  if (program === undefined) return `No Chromium in ${root}`;
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  // Some packages keep libraries of their own in a folder beside the others.
  const libraries = files.filter((path) => /\.so(?:\.|$)/.test(path)).map(dirname);
  const searched = [...new Set(libraries)].map((folder) => join(root, folder)).join(":");
  const unproven = `${unpackedLauncher}.new`;
  const script = `#!/bin/sh\nexport LD_LIBRARY_PATH='${searched}'\nexec '${program}' "$@"\n`;
  writeFileSync(unproven, script, { mode: 0o755 });
  const starting = runQuietly(unproven, ["--version"]);
  if (starting === null) renameSync(unproven, unpackedLauncher);
  return starting;
}

function installFromPlaywright(): string | null {
  const cli = createRequire(import.meta.url).resolve("@playwright/test/cli");
  return runQuietly(process.execPath, [cli, "install", "chromium"]);
}

/** Installs one when there is none; throws with what was tried when that does not work. */
export function ensureChromium(): string {
  const here = installedChromium();
  if (here !== null) return here;
  console.log("Installing Chromium for the browser stories …");
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
    `There is no Chromium, and none could be installed. Set CHROMIUM_PATH.\n${problems.join("\n")}`,
  );
}

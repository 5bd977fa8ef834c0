/** The Chromium of the browser stories: the machine's own, or one that is installed for them. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "@playwright/test";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of a Chromium that is here, or null. */
export function installedChromium(): string | null {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen !== undefined && chosen !== "") return chosen;
  return [...PLACES, chromium.executablePath()].find((path) => existsSync(path)) ?? null;
}

function runQuietly(command: string, args: string[]): string | null {
  const done = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (done.status === 0) return null;
  return `${command} ${args.join(" ")}: ${done.error?.message ?? done.stderr.trim()}`;
}

function installFromDebian(): string | null {
  return (
    runQuietly("apt-get", ["update"]) ??
    runQuietly("apt-get", ["install", "-y", "--no-install-recommends", "chromium"])
  );
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
  const isRootOnDebian = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  for (const install of isRootOnDebian
    ? [installFromDebian, installFromPlaywright]
    : [installFromPlaywright]) {
    const problem = install();
    const path = installedChromium();
    if (path !== null) return path;
    if (problem !== null) problems.push(problem);
  }
  throw new Error(
    `There is no Chromium, and none could be installed. Set CHROMIUM_PATH.\n${problems.join("\n")}`,
  );
}

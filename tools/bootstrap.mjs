/**
 * Entry point of every npm script: plain JavaScript that runs on Node 20 without any package.
 * Installs the packages, finds a Node that runs TypeScript, and starts the `.ts` file with it.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const NODE_MAJOR = 24;
const PARENT_CHECK_MS = 1_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, "package-lock.json");
const modules = join(root, "node_modules");
const stampFile = join(modules, ".installed-by-boreal");
const nodePackage = `node-${process.platform}-${process.arch}`;
const packagedNode = join(modules, nodePackage, "bin", "node");
const bootFolder = join(root, ".cache", "node");

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function lockHash() {
  return createHash("sha256").update(readFileSync(lockFile)).digest("hex");
}

/** Whether a lock file entry is a binary package for this platform, processor and libc. */
function isForThisPlatform(entry) {
  const glibc = process.report.getReport().header.glibcVersionRuntime !== undefined;
  return (
    entry.os?.includes(process.platform) &&
    (entry.cpu?.includes(process.arch) ?? true) &&
    (entry.libc?.includes(glibc ? "glibc" : "musl") ?? true)
  );
}

/**
 * Compares the installed versions with the lock file. File times are no evidence: a checkout or a copy changes them.
 * npm skips optional packages that require a newer Node than the one it runs on, so an install by an old Node is
 * incomplete. It is repeated once with a Node that can install them.
 */
export function isInstalled() {
  const installedFile = join(modules, ".package-lock.json");
  if (!existsSync(installedFile)) return false;
  const installed = readJson(installedFile).packages;
  let missingBinaries = 0;
  for (const [path, entry] of Object.entries(readJson(lockFile).packages)) {
    if (path === "" || entry.link) continue;
    const present = installed[path];
    if (present ? present.version !== entry.version : !entry.optional) return false;
    if (!present && isForThisPlatform(entry)) missingBinaries++;
  }
  return (
    missingBinaries === 0 ||
    (existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockHash())
  );
}

function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", ...options });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args[0]} ended with ${code ?? signal}.`));
    });
  });
}

function withNode(node) {
  return { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
}

function npmCi(folder, env) {
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier"];
  return run("npm", ["ci", ...quiet, "--include=dev", "--include=optional"], { cwd: folder, env });
}

/** Returns a Node outside of node_modules, because the install empties that folder. */
async function bootNode() {
  const node = join(bootFolder, "node_modules", nodePackage, "bin", "node");
  if (existsSync(node)) return node;
  const entry = readJson(lockFile).packages[`node_modules/${nodePackage}`];
  if (!entry) return null;
  mkdirSync(dirname(node), { recursive: true });
  if (existsSync(packagedNode)) {
    copyFileSync(packagedNode, node);
    return node;
  }
  // Copy the lock file's entry, so that the download is verified against the same checksum.
  const dependencies = { [nodePackage]: entry.version };
  const { optional: _, ...locked } = entry;
  writeFileSync(join(bootFolder, "package.json"), JSON.stringify({ private: true, dependencies }));
  writeFileSync(
    join(bootFolder, "package-lock.json"),
    JSON.stringify({
      lockfileVersion: 3,
      requires: true,
      packages: { "": { dependencies }, [`node_modules/${nodePackage}`]: locked },
    }),
  );
  console.log(`Downloading Node.js ${entry.version} (installed: ${process.version})…`);
  await npmCi(bootFolder, process.env);
  return node;
}

async function install(hasOldNode) {
  console.log("Installing packages (takes about a minute the first time)…");
  const node = hasOldNode ? await bootNode() : process.execPath;
  await npmCi(root, node ? withNode(node) : process.env);
  writeFileSync(stampFile, lockHash());
  rmSync(bootFolder, { recursive: true, force: true });
}

function runWith(node, script, args) {
  const child = spawn(node, [script, ...args], {
    stdio: "inherit",
    env: { ...withNode(node), BOREAL_HANDED_OVER: "1" },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  // npm cannot forward SIGKILL. Stop the child when npm is gone, because the terminal no longer controls it.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) child.kill("SIGTERM");
    }, PARENT_CHECK_MS).unref();
  }
  child.once("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.once("exit", (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

const hasOldNode = Number(process.versions.node.split(".")[0]) < NODE_MAJOR;

/** Runs a file in the current folder without installing packages. */
export async function runFile(file) {
  if (!hasOldNode) await import(file.href);
  else if (existsSync(packagedNode))
    runWith(packagedNode, fileURLToPath(file), process.argv.slice(2));
  else {
    console.error(
      `The boreal command needs Node ${NODE_MAJOR} or later; this is ${process.version}. Run \`npm ci\` in ${root} to install one.`,
    );
    process.exit(1);
  }
}

/** Installs what is missing and runs `tools/commands/<script>` with the arguments of this command. */
export async function runScript(script) {
  process.chdir(root);
  try {
    if (!isInstalled()) await install(hasOldNode);
  } catch (error) {
    console.error(`Couldn't install packages: ${error.message}`);
    process.exit(1);
  }
  const file = join(root, "tools", "commands", script);
  if (!hasOldNode) await import(pathToFileURL(file).href);
  else if (existsSync(packagedNode)) runWith(packagedNode, file, process.argv.slice(2));
  else {
    console.error(
      `Boreal needs Node ${NODE_MAJOR} or later; this is ${process.version}. Only on linux-x64 does it install one itself.`,
    );
    process.exit(1);
  }
}

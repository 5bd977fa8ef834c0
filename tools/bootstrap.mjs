/**
 * The first part of every command: plain JavaScript that runs on Node 20 with nothing installed.
 * It sees to the packages and to a Node that runs TypeScript, and hands over to the `.ts` part.
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

/** Whether it is a compiled part for exactly this kind of machine. */
function isForThisMachine(entry) {
  const glibc = process.report.getReport().header.glibcVersionRuntime !== undefined;
  return (
    entry.os?.includes(process.platform) &&
    (entry.cpu?.includes(process.arch) ?? true) &&
    (entry.libc?.includes(glibc ? "glibc" : "musl") ?? true)
  );
}

/**
 * Compares what npm says it installed with what the lock file asks for. Times would lie: a checkout or a copy
 * changes them. npm leaves out optional packages that want a newer Node than its own, so that an install by
 * an old Node is not complete: it is done again, once, by a Node that may have them.
 */
export function isInstalled() {
  const installedFile = join(modules, ".package-lock.json");
  if (!existsSync(installedFile)) return false;
  const installed = readJson(installedFile).packages;
  let left = 0;
  for (const [path, entry] of Object.entries(readJson(lockFile).packages)) {
    if (path === "" || entry.link) continue;
    const found = installed[path];
    if (found ? found.version !== entry.version : !entry.optional) return false;
    if (!found && isForThisMachine(entry)) left++;
  }
  return left === 0 || (existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockHash());
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

/** A Node outside node_modules, which the install is about to empty. */
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
  // The same entry of the lock file, so that what comes is checked against the same sum.
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
  // npm may be killed in a way that it cannot pass on; then this world has lost its terminal.
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

/** For a command that needs no packages and works in the folder it is called in: runs the file, and installs nothing. */
export async function handOverHere(file) {
  if (!hasOldNode) await import(file.href);
  else if (existsSync(packagedNode))
    runWith(packagedNode, fileURLToPath(file), process.argv.slice(2));
  else {
    console.error(
      `This is Node ${process.version}; here Boreal needs ${NODE_MAJOR} or later, or the one that \`npm ci\` brings in ${root}.`,
    );
    process.exit(1);
  }
}

/** Runs `tools/<script>` with the arguments of this command. */
export async function handOver(script) {
  process.chdir(root);
  try {
    if (!isInstalled()) await install(hasOldNode);
  } catch (error) {
    console.error(`Couldn't install packages: ${error.message}`);
    process.exit(1);
  }
  const file = join(root, "tools", script);
  if (!hasOldNode) await import(pathToFileURL(file).href);
  else if (existsSync(packagedNode)) runWith(packagedNode, file, process.argv.slice(2));
  else {
    console.error(
      `Boreal needs Node ${NODE_MAJOR} or later; this is ${process.version}, and it brings its own on linux-x64 only.`,
    );
    process.exit(1);
  }
}

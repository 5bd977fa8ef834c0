/** The command as a process against a running server: streams, exit codes and the examples of the documentation. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, createWorkspace } from "../../../api/src/testing/users.ts";
import { createTokenClient } from "../../../api/src/testing/token-clients.ts";
import { newPublicKey } from "../../../api/src/testing/ssh-keys.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../api/src/testing/test-environment.ts";
import { sql } from "../../../api/src/core/db/db.ts";
import { createCredential, createProject } from "../../../api/src/testing/order-instances.ts";
import { tokenScopes } from "../../../contracts/src/tokens.ts";
import { Shell } from "../testing/shell.ts";

let testEnv: TestEnvironment;
let secret: string;
const home = mkdtempSync(join(tmpdir(), "boreal-home-"));
beforeAll(async () => {
  testEnv = await startTestEnvironment();
  const owner = await createUser(testEnv, "ann@acme.test");
  const workspace = await createWorkspace(testEnv, owner, "acme");
  const first = await createProject(testEnv, workspace, owner, "Default");
  await testEnv.db.withSystemRole("each workspace has a default project", (tx) =>
    tx.execute(sql`UPDATE project SET is_default = true WHERE id = ${first}`),
  );
  await createCredential(testEnv, workspace, owner, "old-laptop");
  ({ secret } = await createTokenClient(testEnv, owner, workspace, { scopes: [...tokenScopes] }));
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await testEnv.stop();
});

const command = join(import.meta.dirname, "../boreal.mjs");

function boreal(argv: readonly string[], stdin = "") {
  const child = spawn(process.execPath, [command, ...argv], { cwd: home, env: { HOME: home } });
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.err += chunk.toString()));
  child.stdin.end(stdin);
  return new Promise<typeof output & { code: number | null }>((resolve) => {
    child.once("close", (code) => resolve({ ...output, code }));
  });
}

test("signs in from standard input, resolves paths from the current folder and sets the exit code", async () => {
  const signedIn = await boreal(["login", "--url", testEnv.url], secret);
  expect(signedIn).toMatchObject({ code: 0, out: `Signed in to ${testEnv.url}, workspace acme\n` });
  expect(signedIn.err).not.toContain(secret);
  const file = join(home, ".config/boreal/config.json");
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  writeFileSync(join(home, "key.pub"), newPublicKey());
  const [added, listed, missing] = await Promise.all([
    boreal(["keys", "add", "mine", "key.pub"]),
    boreal(["projects", "list", "--json"]),
    boreal(["instances", "view", "nobody-1"]),
  ]);
  expect([added.code, added.err]).toEqual([0, ""]);
  expect(JSON.parse(listed.out)).toMatchObject({ data: [{ name: "Default" }] });
  expect(missing).toMatchObject({ code: 5, out: "" });
});

/** Runs a shell line and returns its output; for closed pipes and full devices. */
async function runShellLine(line: string): Promise<string> {
  const program = `"${process.execPath}" "${command}"`;
  const env = {
    HOME: home,
    PATH: "/usr/bin:/bin",
    BOREAL_URL: testEnv.url,
    BOREAL_TOKEN: secret,
  };
  const child = spawn("bash", ["-c", line.replaceAll("boreal", program)], { cwd: home, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  return output;
}

test("sets the exit code even if the output pipe is closed", async () => {
  expect(await runShellLine("boreal projects list --json | head -1; echo ${PIPESTATUS[0]}")).toBe(
    "{\n0\n",
  );
  expect(await runShellLine("boreal projects list --json | true; echo ${PIPESTATUS[0]}")).toBe(
    "0\n",
  );
  expect(await runShellLine("boreal frobnicate 2>&-; echo $?")).toBe("2\n");
  expect(await runShellLine("boreal frobnicate 2>&1 | true; echo ${PIPESTATUS[0]}")).toBe("2\n");
});

const fullDevice = "/dev/full";
test.skipIf(!existsSync(fullDevice))("reports output that could not be written", async () => {
  const output = await runShellLine(`boreal projects list > ${fullDevice}; echo $?`);
  expect(output).toMatch(/^error: Couldn't write the output: ENOSPC.*\n1\n$/);
});

const docs = join(import.meta.dirname, "../../../docs");

/** The lines of the shell blocks of a page that run the command. */
function examplesOf(page: string): string[] {
  const blocks = readFileSync(join(docs, page), "utf8").matchAll(/```sh\n([^]*?)```/g);
  const lines = [...blocks].flatMap(([, block = ""]) => block.trim().split("\n"));
  return lines.filter((line) => line.startsWith("boreal "));
}

async function expectToSucceed(examples: readonly string[]): Promise<void> {
  using shell = new Shell((ms) => testEnv.advanceTime(ms / 1_000));
  const key = join(home, "id_ed25519.pub");
  if (!existsSync(key)) writeFileSync(key, newPublicKey());
  for (const line of examples) {
    const commandLine = line
      .replace("https://console.example.com", testEnv.url)
      .replace("~/.ssh/id_ed25519.pub", key);
    const [program, ...argv] = [...commandLine.matchAll(/"([^"]*)"|\S+/g)].map(
      ([word, quoted]) => quoted ?? word,
    );
    expect(program).toBe("boreal");
    const { code, err } = await shell.run(argv, { stdin: secret });
    expect([line, code, code === 0 ? "" : err]).toEqual([line, 0, ""]);
  }
}

test("the examples of docs/cli.md succeed in order", async () => {
  const examples = examplesOf("cli.md");
  expect(examples.length).toBeGreaterThan(15);
  await expectToSucceed(examples);
});

test("the examples of the customer documentation succeed in order", async () => {
  const examples = examplesOf("customers/en/access-tokens.md");
  expect(examples.length).toBeGreaterThan(12);
  await expectToSucceed([...examples, ...examplesOf("customers/en/billing.md")]);
});

test.each(["access-tokens", "ssh-keys", "billing"])(
  "the examples of %s are the same in German",
  (page) => {
    const examples = examplesOf(`customers/en/${page}.md`);
    expect(examples.length).toBeGreaterThan(0);
    expect(examplesOf(`customers/de/${page}.md`)).toEqual(examples);
  },
);

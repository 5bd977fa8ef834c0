/** The command as a process: streams, exit codes and the examples of its page, against the running server. */
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

let world: TestEnvironment;
let secret: string;
const home = mkdtempSync(join(tmpdir(), "boreal-home-"));
beforeAll(async () => {
  world = await startTestEnvironment();
  const owner = await createUser(world, "ann@acme.test");
  const workspace = await createWorkspace(world, owner, "acme");
  const first = await createProject(world, workspace, owner, "Default");
  await world.db.withSystemRole("each workspace has a default project", (tx) =>
    tx.execute(sql`UPDATE project SET is_default = true WHERE id = ${first}`),
  );
  await createCredential(world, workspace, owner, "old-laptop");
  ({ secret } = await createTokenClient(world, owner, workspace, { scopes: [...tokenScopes] }));
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await world.stop();
});

const command = join(import.meta.dirname, "../boreal.mjs");

function boreal(argv: readonly string[], stdin = "") {
  const child = spawn(process.execPath, [command, ...argv], { cwd: home, env: { HOME: home } });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said.err += chunk.toString()));
  child.stdin.end(stdin);
  return new Promise<typeof said & { code: number | null }>((resolve) => {
    child.once("close", (code) => resolve({ ...said, code }));
  });
}

test("a process signs in from standard input, works in the folder it is called in, and ends with its code", async () => {
  const signedIn = await boreal(["login", "--url", world.url], secret);
  expect(signedIn).toMatchObject({ code: 0, out: `Signed in to ${world.url}, workspace acme\n` });
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

/** Where it speaks to nobody: a pipe that is closed, a device that is full. */
async function endingOf(line: string): Promise<string> {
  const program = `"${process.execPath}" "${command}"`;
  const env = {
    HOME: home,
    PATH: "/usr/bin:/bin",
    BOREAL_URL: world.url,
    BOREAL_TOKEN: secret,
  };
  const child = spawn("bash", ["-c", line.replaceAll("boreal", program)], { cwd: home, env });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  return said;
}

test("its code tells how it ended, also where nobody reads what it says", async () => {
  expect(await endingOf("boreal projects list --json | head -1; echo ${PIPESTATUS[0]}")).toBe(
    "{\n0\n",
  );
  expect(await endingOf("boreal projects list --json | true; echo ${PIPESTATUS[0]}")).toBe("0\n");
  expect(await endingOf("boreal frobnicate 2>&-; echo $?")).toBe("2\n");
  expect(await endingOf("boreal frobnicate 2>&1 | true; echo ${PIPESTATUS[0]}")).toBe("2\n");
});

const fullDevice = "/dev/full";
test.skipIf(!existsSync(fullDevice))(
  "an answer that finds no room is a failure, told in a line",
  async () => {
    const said = await endingOf(`boreal projects list > ${fullDevice}; echo $?`);
    expect(said).toMatch(/^error: The answer could not be written: ENOSPC.*\n1\n$/);
  },
);

const page = readFileSync(join(import.meta.dirname, "../../../docs/cli.md"), "utf8");
const examples = (/```sh\n([^]*?)```/.exec(page)?.[1] ?? "").trim().split("\n");

test("the examples of docs/cli.md do what they say, one after the other", async () => {
  using shell = new Shell((ms) => world.advanceTime(ms / 1_000));
  const key = join(home, "id_ed25519.pub");
  writeFileSync(key, newPublicKey());
  expect(examples.length).toBeGreaterThan(15);
  for (const line of examples) {
    const here = line
      .replace("https://console.example.com", world.url)
      .replace("~/.ssh/id_ed25519.pub", key);
    const [program, ...argv] = [...here.matchAll(/"([^"]*)"|\S+/g)].map(
      ([word, quoted]) => quoted ?? word,
    );
    expect(program).toBe("boreal");
    const { code, err } = await shell.run(argv, { stdin: secret });
    expect([line, code, code === 0 ? "" : err]).toEqual([line, 0, ""]);
  }
});

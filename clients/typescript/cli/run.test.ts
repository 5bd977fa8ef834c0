/** What needs no server: help, what is typed wrong, and how each end is told. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { scriptedServer } from "../testing/scripted-server.ts";
import { Shell } from "../testing/shell.ts";
import { commands } from "./commands.ts";
import { configFile, readSignIn, writeSignIn } from "./config-file.ts";

const token = "gcw_notARealTokenButLongEnough0000000000";
const at = (url: string, more = {}) => ({
  env: { BOREAL_URL: url, BOREAL_TOKEN: token, BOREAL_WORKSPACE: "acme", ...more },
});
const page = (rows: object[]) => ({
  data: rows,
  meta: { page: 1, perPage: 100, total: rows.length, lastPage: 1, next: null, previous: null },
});
const project = {
  id: "1",
  name: "Films",
  description: "d".repeat(90),
  colour: "sky",
  instanceCount: 0,
  createdBy: { name: "Ann" },
};

test.each(commands.map(({ name }) => name))(
  "%s has a help that names its options",
  async (name) => {
    using shell = new Shell();
    const help = await shell.run([...name.split(" "), "--help"]);
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help.out).toContain(`Usage:\n  boreal ${name}`);
    for (const option of Object.keys(commands.find((one) => one.name === name)?.options ?? {}))
      expect(help.out).toContain(`--${option}`);
    expect(help.out).toContain("--json");
    // Options may stand anywhere, -h for help.
    expect((await shell.run([...name.split(" "), "x", "y", "-h"])).out).toBe(help.out);
  },
);

test("the overall help names every command and exit code", async () => {
  using shell = new Shell();
  const help = await shell.run([]);
  expect(help.code).toBe(0);
  for (const { name } of commands) expect(help.out).toContain(`  ${name}`);
  expect(help.out).toContain("3 not signed in, 4 no permission, 5 not found, 6 too many");
  expect((await shell.run(["--help"])).out).toBe(help.out);
  expect((await shell.run(["--version"])).out).toBe("1.2.3\n");
});

test("the help of a noun lists its commands, and `help` leads to the same pages", async () => {
  using shell = new Shell();
  const group = await shell.run(["projects", "--help"]);
  expect(group).toMatchObject({ code: 0, err: "" });
  for (const { name } of commands)
    expect([name, group.out.includes(`  ${name}`)]).toEqual([name, name.startsWith("projects ")]);
  expect((await shell.run(["help", "projects"])).out).toBe(group.out);
  expect((await shell.run(["help"])).out).toBe((await shell.run([])).out);
  for (const name of ["projects list", "usage"]) {
    const words = name.split(" ");
    const help = await shell.run([...words, "--help"]);
    expect(await shell.run(["help", ...words])).toMatchObject({ code: 0, out: help.out });
  }
  expect(await shell.run(["help", "fly"])).toMatchObject({ code: 2, out: "" });
  expect(await shell.run(["fly", "--help"])).toMatchObject({ code: 2, out: "" });
});

test("a description of several lines stays on its row", async () => {
  using shell = new Shell();
  const description = "First\nsecond\u001b[2J";
  await using server = await scriptedServer([{ json: page([{ ...project, description }]) }]);
  const { out } = await shell.run(["projects", "list"], at(server.url));
  expect(out).toContain("First second\uFFFD[2J\n");
});

test.each([
  [["frobnicate"], "error: Unknown command: frobnicate"],
  [["--json", "projects", "list"], "Put options after the command"],
  [["instances"], "boreal instances list, boreal instances view"],
  [["instances", "fly"], "boreal instances list"],
  [["instances", "view"], "error: <instance> is required"],
  [["instances", "view", ""], "error: <instance> is required"],
  [["instances", "view", " "], "error: <instance> is required"],
  [["instances", "terminate", "", "--yes"], "error: <instance> is required"],
  [["instances", "terminate", " ", "--yes"], "error: <instance> is required"],
  [["instances", "terminate", "\u00a0", "--yes"], "error: <instance> is required"],
  [["instances", "terminate", "--yes"], "error: <instance> is required"],
  [["instances", "create", "web-1", ""], "error: <hostname...> is empty"],
  [["projects", "assign", "Web", ""], "error: <instance...> is required"],
  [["projects", "delete", "Web", "--yes", "--move-to", ""], "error: --move-to is empty"],
  [["projects", "update", "Web", "--name", " "], "error: --name is empty"],
  [["keys", "add", "laptop", ""], "error: [file] is empty"],
  [["keys", "delete", " ", "--yes"], "error: <key> is required"],
  [["instances", "list", "--project", ""], "error: --project is empty"],
  [["usage", "--workspace", ""], "error: --workspace is empty"],
  [["instances", "view", "."], 'error: "." is not a hostname'],
  [["instances", "terminate", "..", "--yes"], 'error: ".." is not a hostname'],
  [["instances", "view", "a", "b"], '"b" is an unexpected argument'],
  [["instances", "list", "--colour"], "--colour"],
  [["instances", "create", "web-1"], "error: --region is required"],
  [
    ["instances", "stop", "web-1", "--timeout", "soon"],
    "--timeout must be a whole number of seconds",
  ],
  [["projects", "update", "Films"], "Specify at least one of --name"],
])("%j is a mistake that is told before anything is asked", async (argv, told) => {
  using shell = new Shell();
  await using server = await scriptedServer([{}]);
  const ran = await shell.run(argv, at(server.url));
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain(told);
  expect(server.seen).toEqual([]);
});

test("what no token may do is said to belong into the console", async () => {
  using shell = new Shell();
  const ran = await shell.run(["members", "invite", "eve@acme.test"]);
  expect(ran).toMatchObject({
    code: 4,
    err: "error: This can't be done with an access token\n  Use the console instead\n",
  });
});

const problem = (code: string) => ({ code, message: "Said\u001b[2J so", requestId: "r1" });
test.each([
  [400, 1],
  [401, 3],
  [403, 4],
  [404, 5],
  [409, 1],
  [423, 7],
  [429, 6],
  [500, 7],
  [503, 7],
])("an answer of %i ends with %i, its code and its request", async (status, code) => {
  using shell = new Shell();
  await using server = await scriptedServer([{ status, json: problem("some_code") }]);
  const ran = await shell.run(["usage"], at(server.url));
  expect(ran).toMatchObject({ code, out: "" });
  expect(ran.err).toContain("error: Said\uFFFD[2J so\n");
  expect(ran.err).toContain("  Error code: some_code, request ID: r1\n");
  expect(ran.err).not.toContain(token);
});

test("nobody there is 7, told with where it was looked for", async () => {
  using shell = new Shell();
  const ran = await shell.run(["usage"], at("http://127.0.0.1:1"));
  expect(ran.code).toBe(7);
  expect(ran.err).toContain("error: http://127.0.0.1:1 could not be reached: ");
  expect(shell.waits).toHaveLength(3);
});

test("before it waits for a server that has too much to do, it says so", async () => {
  using shell = new Shell();
  const tooMany = {
    status: 429,
    headers: { "retry-after": "7" },
    json: problem("too_many_requests"),
  };
  await using server = await scriptedServer([tooMany, { json: page([]) }]);
  const ran = await shell.run(["projects", "list"], at(server.url));
  expect(ran.code).toBe(0);
  expect(ran.err).toContain("Retrying in 7 s\n");
  expect(shell.waits).toEqual([7_000]);
});

test("colours and cut columns are for terminals; NO_COLOR and pipes get neither colour", async () => {
  using shell = new Shell();
  await using server = await scriptedServer([{ json: page([project]) }]);
  const list = (setting: object, env = {}) =>
    shell.run(["projects", "list"], { ...at(server.url, env), ...setting });
  const onTerminal = await list({ columns: 60 });
  expect(onTerminal.out).toContain("\u001b[1m");
  expect(onTerminal.out).toContain("…");
  const withoutColour = await list({ columns: 60 }, { NO_COLOR: "1" });
  expect(withoutColour.out).not.toContain("\u001b");
  expect(Math.max(...withoutColour.out.split("\n").map((line) => line.length))).toBe(60);
  const piped = await list({});
  expect(piped.out).not.toContain("\u001b");
  expect(piped.out).toContain(project.description);
});

test("two of the same name are told apart by their ids", async () => {
  using shell = new Shell();
  await using server = await scriptedServer([
    {
      json: page([
        { ...project, id: "id-1" },
        { ...project, id: "id-2" },
      ]),
    },
  ]);
  const ran = await shell.run(["projects", "view", "Films"], at(server.url));
  expect(ran).toMatchObject({ code: 2 });
  expect(ran.err).toContain("Use the ID instead: id-1, id-2");
});

test("a token for an address without encryption is warned of", async () => {
  using shell = new Shell();
  const argv = ["login", "--url", "http://console.invalid"];
  const ran = await shell.run(argv, { stdin: token });
  expect(ran.code).toBe(7);
  expect(ran.err).toContain("warning: the connection to console.invalid isn't encrypted");
});

const signIn = {
  url: "https://console.example.com",
  token,
  workspace: { id: "1", handle: "acme" },
};

test("a kept sign-in that others may read is warned of; a damaged one is not shown", async () => {
  using shell = new Shell();
  const env = { XDG_CONFIG_HOME: shell.folder };
  const notes: string[] = [];
  const terminal = { env, err: (text: string) => void notes.push(text) };
  expect(readSignIn(terminal)).toBeNull();
  const file = writeSignIn(terminal, signIn);
  expect([readSignIn(terminal), notes]).toEqual([signIn, []]);
  expect((statSync(dirname(file)).mode & 0o777).toString(8)).toBe("700");
  chmodSync(file, 0o644);
  expect(readSignIn(terminal)).toEqual(signIn);
  expect(notes).toEqual([
    `warning: other users can read ${file}. Run chmod 600 on it to protect your token.\n`,
  ]);
  // Written anew, it is the owner's alone again.
  writeSignIn(terminal, signIn);
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  writeFileSync(file, readFileSync(file, "utf8").slice(0, -20));
  const damaged = await shell.run(["whoami"]);
  expect(damaged).toMatchObject({ code: 1 });
  expect(damaged.err).toContain(`${file} is damaged\n  Run \`boreal login\` to create it again`);
  expect(damaged.err).not.toContain(token);
  for (const [wrong, text] of Object.entries({ list: "[]", half: '{"url":"https://x"}' })) {
    writeFileSync(file, text);
    expect([wrong, (await shell.run(["usage"])).code]).toEqual([wrong, 1]);
  }
});

test("a configuration folder that is not absolute does not count", () => {
  const HOME = "/home/ann";
  const usual = "/home/ann/.config/boreal/config.json";
  expect(configFile({ env: { HOME } })).toBe(usual);
  expect(configFile({ env: { HOME, XDG_CONFIG_HOME: "relative" } })).toBe(usual);
  expect(configFile({ env: { HOME, XDG_CONFIG_HOME: "/x" } })).toBe("/x/boreal/config.json");
});

test("a folder that cannot be written is told plainly", async () => {
  using shell = new Shell();
  await using server = await scriptedServer([
    { json: { token: { expiresAt: "2026-05-15T09:00:00Z" }, workspace: signIn.workspace } },
  ]);
  const file = configFile({ env: { XDG_CONFIG_HOME: shell.folder } });
  mkdirSync(file, { recursive: true });
  const ran = await shell.run(["login", "--url", server.url], { stdin: token });
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("error: ");
  expect(readdirSync(dirname(file))).toEqual(["config.json"]);
  expect(ran.err).not.toContain(token);
});

/** The built package, installed outside the repository. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const packageFolder = import.meta.dirname;
const compiler = join(packageFolder, "../../node_modules/ts7/lib/tsc.js");
const folder = mkdtempSync(join(tmpdir(), "boreal-client-"));
const installed = join(folder, "node_modules/@boreal/client");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, [...args], {
    cwd: folder,
    env: { HOME: folder, NO_COLOR: "1" },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: String(stdout), err: String(stderr) }),
  );

beforeAll(async () => {
  mkdirSync(installed, { recursive: true });
  for (const file of ["package.json", "boreal.mjs", "README.md"])
    cpSync(join(packageFolder, file), join(installed, file));
  const out = join(installed, "dist");
  const built = await node([
    compiler,
    "-p",
    join(packageFolder, "tsconfig.build.json"),
    "--outDir",
    out,
  ]);
  expect(built).toEqual({ code: 0, out: "", err: "" });
});

test("the command runs from the build", async () => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(packageFolder, "package.json"), "utf8"),
  );
  const command = join(installed, "boreal.mjs");
  expect(await node([command, "--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
  expect(await node([command, "whoami"])).toMatchObject({ code: 3, out: "" });
});

test("imports the client by its package name without other packages", async () => {
  const text = `import { Boreal, BorealError } from "@boreal/client";
    console.log(typeof new Boreal({ url: "https://x" }).projects.list, BorealError.name);`;
  writeFileSync(join(folder, "program.mjs"), text);
  expect(await node(["program.mjs"])).toMatchObject({ code: 0, out: "function BorealError\n" });
});

test("all README examples compile, also for browsers; a wrong one does not", async () => {
  const readme = readFileSync(join(installed, "README.md"), "utf8");
  const examples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, text = ""]) => text);
  expect(examples.length).toBeGreaterThan(2);
  const check = (name: string, text: string) => {
    writeFileSync(join(folder, name), `${text}\ndeclare const token: string;\nexport {};\n`);
    const compilerOptions = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"];
    return node([
      compiler,
      ...compilerOptions,
      "--lib",
      "es2022,dom,dom.asynciterable",
      "--types",
      "",
      name,
    ]);
  };
  for (const [at, text] of examples.entries())
    expect(await check(`example-${at}.mts`, text)).toEqual({ code: 0, out: "", err: "" });
  const [first = ""] = examples;
  const wrong = await check("wrong.mts", first.replace("name:", "nmae:"));
  expect(wrong.out).toContain("'nmae' does not exist");
});

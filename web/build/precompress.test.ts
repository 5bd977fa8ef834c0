import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { precompressPlugin } from "./precompress.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "boreal-build-"));
});
afterEach(() => rm(root, { recursive: true }));

async function buildPage(script: string): Promise<void> {
  await writeFile(join(root, "index.html"), '<script type="module" src="/main.js"></script>');
  await writeFile(join(root, "main.js"), script);
  await build({ root, configFile: false, logLevel: "silent", plugins: [precompressPlugin()] });
}

test("writes two compressed copies of every served file except the template", async () => {
  await buildPage("document.title = 'Built';");
  const scripts = await readdir(join(root, "dist/assets"));
  const script = scripts.find((file) => file.endsWith(".js")) ?? "";
  expect(scripts.toSorted()).toEqual([script, `${script}.br`, `${script}.gz`]);
  expect(await readdir(join(root, "dist"))).not.toContain("index.html.br");
});

test("a failed build reports its cause", async () => {
  await expect(buildPage('import "./not-there.js";')).rejects.toThrow("not-there.js");
});

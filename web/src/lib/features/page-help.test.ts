/** Every page of the console leads to its documentation. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { locales } from "#contracts/locale.ts";
import { readDoc } from "../../../build/docs/read-docs.ts";
import { routePath } from "../../../build/route-files.ts";
import { parseDocTarget } from "../docs/doc-pages.ts";
import { helpByPage } from "./feature-registry.ts";

const routes = fileURLToPath(new URL("../../routes", import.meta.url));
const files = globSync("_console/**/*.tsx", { cwd: routes }).map((file) => ({
  name: file.replace(/\.tsx$/, ""),
  text: readFileSync(`${routes}/${file}`, "utf8"),
}));

/** Routes that show something themselves: neither redirects nor layouts of other routes. */
const pages = files
  .filter(
    ({ name }) =>
      !files.some(
        (other) => /^[./]/.test(other.name.slice(name.length)) && other.name.startsWith(name),
      ),
  )
  .filter(({ text }) => /\bcomponent:/.test(text))
  .map(({ name, text }) => ({ path: routePath(name), text }));

test("every page declares its help", () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.map(({ path }) => path).filter((path) => !helpByPage.has(path))).toEqual([]);
});

test("help is declared only for pages", () => {
  const known = pages.map(({ path }) => path);
  expect([...helpByPage.keys()].filter((path) => !known.includes(path))).toEqual([]);
});

test.each(locales)("every help leads to a heading that exists in %s", (locale) => {
  const broken = [...helpByPage].filter(([, { target }]) => {
    const parsed = parseDocTarget(target);
    if (parsed === null) return true;
    const { sections } = readDoc(locale, parsed.page);
    return parsed.hash !== "" && !sections.some(({ id }) => id === parsed.hash);
  });
  expect(broken).toEqual([]);
});

test("the empty state of every list names what to learn about", () => {
  const lists = pages.filter(({ text }) => text.includes("<TablePage"));
  expect(lists.length).toBeGreaterThan(8);
  const silent = lists.filter(({ path }) => helpByPage.get(path)?.learn === undefined);
  expect(silent.map(({ path }) => path)).toEqual([]);
});

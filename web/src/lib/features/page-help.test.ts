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
  // The documentation is for customers: lists of staff have no link to it.
  const lists = pages.filter(
    ({ path, text }) => text.includes("<TablePage") && !path.startsWith("/admin"),
  );
  expect(lists.length).toBeGreaterThan(8);
  const silent = lists.filter(({ path }) => helpByPage.get(path)?.learn === undefined);
  expect(silent.map(({ path }) => path)).toEqual([]);
});

/** Empty states with another next step than to read: what is missing is on the page, or was not asked for. */
const withoutHelp = [
  "components/two-factor-required.tsx",
  "features/playground/playground-page.tsx",
];

test("every empty state that is not plain leads to its documentation", () => {
  const sources = fileURLToPath(new URL("../..", import.meta.url));
  const found = globSync("{components,features,routes}/**/*.tsx", { cwd: sources }).flatMap(
    (file) =>
      [
        ...readFileSync(`${sources}/${file}`, "utf8").matchAll(
          /<EmptyState\b(.*?)<\/EmptyState>/gs,
        ),
      ].map(([, text = ""]) => ({ file, text })),
  );
  const full = found.filter(({ text }) => !/^\s+plain\b/.test(text));
  expect(full.length).toBeGreaterThan(4);
  const silent = full.filter(({ text }) => !text.includes("<LearnLink"));
  expect([...new Set(silent.map(({ file }) => file))].toSorted()).toEqual(withoutHelp);
});

/** Parts of a page with headings of their own in the documentation. */
const namedTargets = [
  ["features/instances/empty-cart.tsx", "instances#cart"],
  ["features/instances/access-tab.tsx", "instances#terminate"],
  ["features/instances/access-tab.tsx", "instances#status"],
  ["features/instances/metrics-tab.tsx", "instances#metrics"],
  ["features/instances/usage-tab.tsx", "instances#billing"],
  ["features/webhooks/deliveries-card.tsx", "webhooks#deliveries"],
] as const;

test.each(namedTargets)("the empty state of %s leads to %s", (file, target) => {
  const source = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");
  expect(source).toMatch(/<LearnLink/);
  expect(source).toContain(`"${target}"`);
  const parsed = parseDocTarget(target);
  for (const locale of locales)
    expect(readDoc(locale, parsed?.page ?? "api").sections.map(({ id }) => id)).toContain(
      parsed?.hash,
    );
});

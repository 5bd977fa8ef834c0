/** The search of the documentation, on the index that the build writes. */
import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { type Locale, locales } from "#contracts/locale.ts";
import { searchDocs, searchOptions } from "../../src/features/docs/search-docs.ts";
import { docSlugs, parseDocTarget } from "../../src/lib/docs/doc-pages.ts";
import { docsSearchIndex, readDoc } from "./read-docs.ts";

const indexes = new Map(
  locales.map((locale) => [
    locale,
    MiniSearch.loadJSON(docsSearchIndex(locale), searchOptions(locale)),
  ]),
);

function search(locale: Locale, typed: string): string[] {
  const index = indexes.get(locale);
  return index === undefined ? [] : searchDocs(index, typed).map(({ id }) => id);
}

test.each([
  ["en", "recovery codes", "security#two-factor"],
  ["en", "idempotency", "api#idempotency"],
  ["en", "730", "billing#estimate"],
  ["en", "boreal login", "access-tokens#cli-sign-in"],
  ["de", "Wiederherstellungscodes", "security#two-factor"],
  ["de", "Abrechnung", "billing"],
] as const)("in %s, %s finds its section", (locale, typed, section) => {
  expect(search(locale, typed)).toContain(section);
});

test("a word is found by its beginning", () => {
  expect(search("en", "passk")).toContain("security#passkeys");
  expect(search("de", "zugriffst")).toContain("access-tokens");
});

test("a word is found in spite of typing mistakes", () => {
  expect(search("en", "idempotancy")).toContain("api#idempotency");
  expect(search("en", "billng")[0]).toMatch(/^billing/);
  expect(search("de", "Inhaberschft")).toContain("projects-and-members#owner");
});

test("umlauts are found with and without dots, and typed with two letters", () => {
  const expected = search("de", "Schlüssel");
  expect(expected).toContain("ssh-keys");
  expect(search("de", "schlussel")).toEqual(expected);
  expect(search("de", "SCHLUESSEL")).toEqual(expected);
});

test("every typed word must match", () => {
  expect(search("en", "passkey xylophone")).toEqual([]);
  expect(search("en", "")).toEqual([]);
});

test.each(locales)("the title of each page in %s finds the page first or second", (locale) => {
  for (const slug of docSlugs)
    expect(search(locale, readDoc(locale, slug).title).slice(0, 2), slug).toContain(slug);
});

test.each(locales)("every result in %s leads to a section that exists", (locale) => {
  for (const id of search(locale, "instance").concat(search(locale, "token"))) {
    const target = parseDocTarget(id);
    const sections = target === null ? [] : readDoc(locale, target.page).sections;
    expect(sections.map((section) => section.id)).toContain(target?.hash);
  }
});

/** Reads the documentation of one language from docs/customers, and builds its contents and its search index. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import MiniSearch from "minisearch";
import type { Locale } from "#contracts/locale.ts";
import { searchOptions } from "../../src/features/docs/search-docs.ts";
import { type DocSlug, docSlugs } from "../../src/lib/docs/doc-pages.ts";
import { type ParsedDoc, parseDoc } from "./parse-doc.ts";

export const docsFolder = fileURLToPath(new URL("../../../docs/customers", import.meta.url));

export const docFile = (locale: Locale, slug: DocSlug): string =>
  `${docsFolder}/${locale}/${slug}.md`;

export const readDoc = (locale: Locale, slug: DocSlug): ParsedDoc =>
  parseDoc(readFileSync(docFile(locale, slug), "utf8"));

/** Title, first paragraph and headings of every page. */
export const docsContents = (locale: Locale) =>
  docSlugs.map((slug) => {
    const { title, summary, sections } = readDoc(locale, slug);
    return {
      slug,
      title,
      summary,
      sections: sections
        .filter(({ depth }) => depth === 2)
        .map(({ id, title: heading }) => ({ id, title: heading })),
    };
  });

const excerptLength = 120;

function excerptOf(text: string): string {
  if (text.length <= excerptLength) return text;
  const cut = text.slice(0, excerptLength);
  return `${cut.slice(0, cut.lastIndexOf(" "))}…`;
}

/** The search index as JSON: one document per section. */
export function docsSearchIndex(locale: Locale): string {
  const index = new MiniSearch(searchOptions(locale));
  for (const slug of docSlugs) {
    const { title: page, sections } = readDoc(locale, slug);
    index.addAll(
      sections.map(({ id, title, text, lead }) => ({
        id: id === "" ? slug : `${slug}#${id}`,
        title,
        page,
        text,
        excerpt: excerptOf(lead),
      })),
    );
  }
  return JSON.stringify(index);
}

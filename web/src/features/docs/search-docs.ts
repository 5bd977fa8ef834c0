/** The search of the documentation. The build writes the index with the same options that read it. */
import type MiniSearch from "minisearch";
import type { Options } from "minisearch";
import type { Locale } from "#contracts/locale.ts";

/** A section of a page. */
export interface SearchedSection {
  /** The target of its link: `instances#billing`. */
  readonly id: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
  readonly excerpt: string;
}

export interface DocResult {
  readonly id: string;
  readonly title: string;
  readonly page: string;
  readonly excerpt: string;
}

/** Removes case and accents. German umlauts are also found when they are typed with two letters. */
function foldTerm(term: string, locale: Locale): string {
  const folded = term.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
  return locale === "de" ? folded.replace(/([aou])e/g, "$1") : folded;
}

export const searchOptions = (locale: Locale): Options<SearchedSection> => ({
  fields: ["title", "page", "text"],
  storeFields: ["title", "page", "excerpt"],
  processTerm: (term) => foldTerm(term, locale),
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    // Typing mistakes are tolerated in longer words only.
    fuzzy: (term) => (term.length > 3 ? 0.2 : false),
    combineWith: "AND",
  },
});

const limit = 12;

/** The best sections, best first. */
export function searchDocs(index: MiniSearch<SearchedSection>, typed: string): DocResult[] {
  return index
    .search(typed)
    .slice(0, limit)
    .map(({ id, title, page, excerpt }) => ({
      id: String(id),
      title: String(title),
      page: String(page),
      excerpt: String(excerpt),
    }));
}

/** Titles and headings of the documentation, written by the build and loaded when the first page needs them. */
import type { Locale } from "#contracts/locale.ts";
import { loadPart } from "../../../lib/browser/missing-code.ts";
import type { DocSlug } from "../../../lib/docs/doc-pages.ts";

export interface DocContents {
  readonly slug: DocSlug;
  readonly title: string;
  /** The first paragraph of the page. */
  readonly summary: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

const files: Readonly<Record<Locale, () => Promise<{ default: readonly DocContents[] }>>> = {
  en: () => import("virtual:docs/contents/en"),
  de: () => import("virtual:docs/contents/de"),
};

const loaded = new Map<Locale, Promise<readonly DocContents[]>>();

/** The same promise for each call, as React's `use` requires. */
export function loadDocsContents(locale: Locale): Promise<readonly DocContents[]> {
  const known = loaded.get(locale);
  if (known !== undefined) return known;
  const contents = loadPart(files[locale]).then((file) => file.default);
  loaded.set(locale, contents);
  return contents;
}

/** The compiled pages of the documentation and the URLs of their pictures. */
import type { ComponentType, LazyExoticComponent } from "react";
import type { Locale } from "#contracts/locale.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { type DocSlug, docSlugs } from "../../lib/docs/doc-pages.ts";
import type { DocElements } from "./doc-elements.tsx";

type DocComponent = ComponentType<{ components: DocElements }>;

const root = "../../../../docs/customers";

const files = import.meta.glob<{ default: DocComponent }>("../../../../docs/customers/*/*.md");
const pictures = import.meta.glob<string>("../../../../docs/customers/*/images/*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

const fileOf = (locale: Locale, slug: DocSlug): string => `${root}/${locale}/${slug}.md`;

/** The component of each page, by its file. */
const components: Readonly<Record<string, LazyExoticComponent<DocComponent>>> = Object.fromEntries(
  Object.entries(files).map(([file, load]) => [file, lazyPart(load)]),
);

/** The components of the pages in a language; a missing one has no text in it. */
export const docComponents = (
  locale: Locale,
): Readonly<Partial<Record<DocSlug, LazyExoticComponent<DocComponent>>>> =>
  Object.fromEntries(docSlugs.map((slug) => [slug, components[fileOf(locale, slug)]]));

/** Starts loading a page before it renders. */
export function preloadDoc(locale: Locale, slug: DocSlug): void {
  files[fileOf(locale, slug)]?.().catch(() => undefined);
}

/** The URL of a picture, in the light or the dark theme. */
export const pictureUrl = (
  locale: Locale,
  source: string,
  theme: "light" | "dark",
): string | undefined =>
  pictures[
    `${root}/${locale}/${theme === "dark" ? source.replace(/\.webp$/, ".dark.webp") : source}`
  ];

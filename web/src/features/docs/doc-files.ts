/** The compiled pages of the documentation and the URLs of their pictures. */
import type { ComponentType, LazyExoticComponent } from "react";
import type { Locale } from "#contracts/locale.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import type { DocSlug } from "../../lib/docs/doc-pages.ts";
import type { DocElements } from "./doc-elements.tsx";

type DocComponent = ComponentType<{ components: DocElements }>;

const root = "../../../../docs/customers";

const files = import.meta.glob<{ default: DocComponent }>("../../../../docs/customers/*/*.md");
const pictures = import.meta.glob<string>("../../../../docs/customers/*/images/*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

const components = new Map(
  Object.entries(files).map(([path, load]) => [path, { load, component: lazyPart(load) }]),
);

/** The component of a page; null when the build has none. */
export const docComponent = (
  locale: Locale,
  slug: DocSlug,
): LazyExoticComponent<DocComponent> | null =>
  components.get(`${root}/${locale}/${slug}.md`)?.component ?? null;

/** Starts loading a page before it renders. */
export function preloadDoc(locale: Locale, slug: DocSlug): void {
  components
    .get(`${root}/${locale}/${slug}.md`)
    ?.load()
    .catch(() => undefined);
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

/**
 * Compiles the documentation: each Markdown page becomes a React component in a chunk of its own. The modules
 * `virtual:docs/contents/<locale>` and `virtual:docs/search/<locale>` hold the contents and the search index,
 * `virtual:docs/roles` and `virtual:docs/scopes` the rows of the tables that are generated from the contracts.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import mdx from "@mdx-js/rollup";
import remarkGfm from "remark-gfm";
import type { Plugin } from "vite";
import { type Locale, locales } from "#contracts/locale.ts";
import { docSlugs } from "../../src/lib/docs/doc-pages.ts";
import { roleRows, scopeRows } from "./contract-tables.ts";
import { type MarkdownNode, takeHeadingId, textOf, walk } from "./parse-doc.ts";
import { docFile, docsContents, docsFolder, docsSearchIndex } from "./read-docs.ts";
import { webpSize } from "./webp-size.ts";

/**
 * Gives headings their ids, pictures their sizes, and code blocks and tables a name: the heading above them, with a
 * number after the first.
 */
const addProperties = () => (root: MarkdownNode, file: { readonly path: string }) => {
  let heading = "";
  const counts = new Map<string, number>();
  const nameOf = (type: string): string => {
    const count = (counts.get(type + heading) ?? 0) + 1;
    counts.set(type + heading, count);
    return count === 1 ? heading : `${heading} ${count}`;
  };
  for (const node of walk(root)) {
    if (node.type === "heading") {
      const id = takeHeadingId(node);
      if (id !== null) node.data = { hProperties: { id } };
      heading = textOf(node).trim();
    } else if (node.type === "code" || node.type === "table") {
      node.data = { hProperties: { title: nameOf(node.type) } };
    } else if (node.type === "image" && node.url !== undefined) {
      node.data = { hProperties: webpSize(readFileSync(join(dirname(file.path), node.url))) };
    }
  }
};

const virtualPrefix = "virtual:docs/";
const modulesByLocale: Readonly<Record<string, (locale: Locale) => unknown>> = {
  contents: docsContents,
  // The index stays text until MiniSearch parses it.
  search: docsSearchIndex,
};
const modules: Readonly<Record<string, () => unknown>> = { roles: roleRows, scopes: scopeRows };

function moduleContent(name: string): unknown {
  const [kind = "", language] = name.split("/");
  const locale = locales.find((each) => each === language);
  const content = locale === undefined ? modules[kind]?.() : modulesByLocale[kind]?.(locale);
  if (content === undefined) throw new Error(`Unknown module ${virtualPrefix}${name}`);
  return content;
}

const virtualModules = (): Plugin => ({
  name: "boreal:docs",
  resolveId: (id) => (id.startsWith(virtualPrefix) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${virtualPrefix}`)) return null;
    for (const locale of locales)
      for (const slug of docSlugs) this.addWatchFile(docFile(locale, slug));
    return `export default ${JSON.stringify(moduleContent(id.slice(virtualPrefix.length + 1)))};`;
  },
});

const compiler = mdx({
  format: "md",
  include: `${docsFolder}/*/*.md`,
  remarkPlugins: [remarkGfm, addProperties],
});

const compiledPages = (): Plugin => ({
  name: "boreal:docs-pages",
  enforce: "pre",
  async transform(code, id) {
    const compiled = await compiler.transform(code, id);
    return compiled === undefined ? null : { code: compiled.code, map: null };
  },
});

export const docsPlugins = (): Plugin[] => [compiledPages(), virtualModules()];

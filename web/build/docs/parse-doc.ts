/** Parses a page of the documentation: its title, its sections with their text, its links and its pictures. */
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

/** A Markdown node, as far as the documentation reads it. */
export interface MarkdownNode {
  type: string;
  children?: MarkdownNode[] | undefined;
  value?: string | undefined;
  depth?: number | undefined;
  url?: string | undefined;
  alt?: string | null | undefined;
  lang?: string | null | undefined;
  data?: { hProperties?: Record<string, unknown> | undefined } | undefined;
}

export interface DocSection {
  /** The anchor; empty for the text before the first heading. */
  readonly id: string;
  readonly title: string;
  /** 1 for the text before the first heading. */
  readonly depth: number;
  readonly text: string;
  /** Its first paragraph or list; empty for a section that has neither. */
  readonly lead: string;
}

export interface ParsedDoc {
  readonly title: string;
  /** The first paragraph. */
  readonly summary: string;
  readonly sections: readonly DocSection[];
  readonly links: readonly string[];
  readonly pictures: readonly { readonly url: string; readonly alt: string }[];
  /** Names of the tables that are generated from the contracts. */
  readonly tables: readonly string[];
  /** Raw HTML, which the build would drop. */
  readonly html: readonly string[];
}

const parser = unified().use(remarkParse).use(remarkGfm);
const headingId = /\s*\{#(?<id>[a-z0-9-]+)\}$/;

/** Language of the code blocks that name a generated table. */
export const tableLanguage = "table";

export function* walk(node: MarkdownNode): Generator<MarkdownNode> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}

const blocks = new Set(["paragraph", "heading", "tableCell", "listItem", "code"]);

/** The text of a node, without markup; blocks are separated by spaces. */
export function textOf(node: MarkdownNode): string {
  if (node.type === "code" && node.lang === tableLanguage) return "";
  const own = node.value ?? "";
  const inner = (node.children ?? []).map(textOf).join("");
  return blocks.has(node.type) ? `${own}${inner} ` : own + inner;
}

const leads = new Set(["paragraph", "list"]);

const clean = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * Takes the anchor off a heading: `## Add a key {#add}` has the id `add`. Both languages use the same ids, so a link
 * holds in each of them.
 */
export function takeHeadingId(heading: MarkdownNode): string | null {
  const last = heading.children?.at(-1);
  const id = headingId.exec(last?.value ?? "")?.groups?.["id"];
  if (last?.value === undefined || id === undefined) return null;
  last.value = last.value.replace(headingId, "");
  return id;
}

export function parseDoc(markdown: string): ParsedDoc {
  const root: MarkdownNode = parser.parse(markdown);
  const sections: { id: string; title: string; depth: number; text: string; lead: string }[] = [];
  let title = "";
  let summary = "";
  for (const node of root.children ?? []) {
    if (node.type === "heading") {
      const id = takeHeadingId(node);
      const text = clean(textOf(node));
      if (node.depth === 1) title = text;
      sections.push({ id: id ?? "", title: text, depth: node.depth ?? 1, text: "", lead: "" });
      continue;
    }
    const section = sections.at(-1);
    if (section === undefined) throw new Error("A page starts with its title");
    const text = clean(textOf(node));
    if (summary === "" && node.type === "paragraph") summary = text;
    if (section.lead === "" && leads.has(node.type)) section.lead = text;
    section.text = clean(`${section.text} ${text}`);
  }
  const nodes = [...walk(root)];
  return {
    title,
    summary,
    sections,
    links: nodes.flatMap(({ type, url }) => (type === "link" && url !== undefined ? [url] : [])),
    pictures: nodes.flatMap(({ type, url, alt }) =>
      type === "image" && url !== undefined ? [{ url, alt: alt ?? "" }] : [],
    ),
    tables: nodes.flatMap(({ type, lang, value }) =>
      type === "code" && lang === tableLanguage ? [value ?? ""] : [],
    ),
    html: nodes.flatMap(({ type, value }) => (type === "html" ? [value ?? ""] : [])),
  };
}

/**
 * Renders the first view of a page from its first answers, with the console's own components (web/src/render-page.tsx).
 * A page that cannot be rendered goes out empty, and the browser renders it.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { ConcurrencyLimit } from "./page-limits.ts";
import { extractStyles, scriptElement } from "./page-styles.ts";
import { escapeHtml } from "./page-template.ts";

/** The built console exports it; its answer is checked, because another build may be served. */
const Renderer = z.object({
  renderPage: z.custom<(page: object) => Promise<unknown>>((value) => typeof value === "function"),
});
const Rendered = z.object({ html: z.string(), title: z.string(), locale: z.string() }).nullable();

/** A page that takes longer is rendered by the browser. */
const renderWithinMs = 500;

export interface FirstView {
  /** The element that holds the page. */
  readonly root: string;
  /** Rules for the style attributes of the view, as the text of a style element. */
  readonly styles: string;
  /** Text of the script that keeps input until the page is interactive. A file would hold up the first paint. */
  readonly script: string;
  /** Text before the product's name in the title. */
  readonly titlePrefix: string;
  readonly locale: string;
}

interface PageInput {
  /** The URL of the page, with its query. */
  readonly href: string;
  readonly now: Date;
  /** The data block of the page, parsed by the renderer as by the browser. */
  readonly answers: string;
  readonly cookies: string;
}

export type RenderFirstView = (
  request: FastifyRequest,
  input: PageInput,
) => Promise<FirstView | null>;

/** Null if the console was built without its server part. */
export async function loadRenderer(
  folder: string,
  limit: ConcurrencyLimit,
): Promise<RenderFirstView | null> {
  const file = join(folder, ".server/render-page.js");
  if (!existsSync(file)) return null;
  const { renderPage } = Renderer.parse(await import(pathToFileURL(file).href));
  const script = readFileSync(join(folder, ".server/early-input.js"), "utf8");
  return async (request, { href, now, answers, cookies }) => {
    const time = new AbortController();
    const late = new Promise<null>((resolve) => {
      time.signal.addEventListener("abort", () => resolve(null), { once: true });
    });
    const page = {
      href,
      cookies,
      now: now.getTime(),
      isApple: /Mac|iPhone|iPad|iPod/.test(request.headers["user-agent"] ?? ""),
      answers: JSON.parse(answers),
      signal: time.signal,
    };
    const rendering = limit.run(() => renderPage(page));
    if (rendering === null) return null;
    const timer = setTimeout(() => time.abort(), renderWithinMs);
    try {
      const rendered = Rendered.parse(await Promise.race([rendering, late]));
      if (rendered === null) return null;
      const { html, styles } = extractStyles(rendered.html);
      const { title, locale } = rendered;
      const attributes = { rendered: href, now: String(page.now), title };
      const data = Object.entries(attributes).map(
        ([name, value]) => ` data-${name}="${escapeHtml(value)}"`,
      );
      const root = `<div id="root"${data.join("")}>${html}</div>${scriptElement(script)}`;
      const titlePrefix = title === "" ? "" : `${escapeHtml(title)} · `;
      return { root, styles, script, titlePrefix, locale };
    } catch (error) {
      request.log.error({ err: error }, "the first view of a page was not rendered");
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
}

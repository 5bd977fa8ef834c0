/**
 * Styles and the script inside the page. The Content-Security-Policy allows each element by the hash of its text, and no
 * style attribute.
 */
import { createHash } from "node:crypto";

/** Source of a Content-Security-Policy that allows exactly this text. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export const styleElement = (text: string): string => (text === "" ? "" : `<style>${text}</style>`);

export const scriptElement = (text: string): string => `<script>${text}</script>`;

/** A declaration with a plain value, which can end neither the rule nor the attribute. */
const plainDeclaration = /^-{0,2}[a-z][a-z-]*:[\w\s#%.,()/+*-]+$/;
const isPlain = (declarations: string): boolean =>
  declarations
    .replace(/;$/, "")
    .split(";")
    .every((declaration) => plainDeclaration.test(declaration));

/**
 * Moves style attributes into `data-style`, from which the console restores them, and returns rules that have the same
 * effect until then. React escapes quotes in text, so that only an attribute matches.
 */
export function extractStyles(html: string): { html: string; styles: string } {
  const found = new Set<string>();
  const moved = html.replace(/ style="([^"]*)"/g, (_match, declarations: string) => {
    found.add(declarations);
    return ` data-style="${declarations}"`;
  });
  const rules = [...found].filter(isPlain).map((declarations) => {
    const important = declarations.replace(/;?$/, "").replaceAll(";", "!important;");
    return `[data-style="${declarations}"]{${important}!important}`;
  });
  return { html: moved, styles: rules.join("") };
}

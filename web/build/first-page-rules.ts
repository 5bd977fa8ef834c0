/**
 * Code that the first page of a visit may not load: sign-in, the frame of the console and the list of instances show
 * without it. A static import that leads to it fails the build, which names the chain of imports.
 */
import type { Graph } from "./chunks.ts";

interface Rule {
  readonly test: RegExp;
  readonly reason: string;
}

const rules: readonly Rule[] = [
  {
    test: /[\\/]node_modules[\\/]zod[\\/]/,
    reason:
      "zod validates forms and responses with problems: import it in a file that is loaded on demand",
  },
  {
    test: /[\\/]lib[\\/]i18n[\\/]field-error-messages\.ts$/,
    reason: "messages of field errors are loaded with the form that shows them",
  },
  {
    test: /[\\/]lib[\\/]i18n[\\/](?:problem-words|reason-messages|denial-messages)\.ts$/,
    reason: "words of problems and denials are loaded with the first of them (use-words.ts)",
  },
  {
    test: /[\\/](?:resource-labels|label-registry)\.ts$/,
    reason: "labels of permissions are loaded with a page that lists them (label-registry.ts)",
  },
  {
    test: /[\\/]node_modules[\\/](?:@base-ui|@floating-ui)[\\/]/,
    reason: "popups are loaded when one is about to open (lazyPart)",
  },
  {
    test: /[\\/]node_modules[\\/](?:uplot|minisearch|@mdx-js)[\\/]/,
    reason: "charts and the documentation are loaded with the page that shows them",
  },
  {
    test: /[\\/]features[\\/][\w-]+[\\/]activity\.tsx$/,
    reason: "sentences of the activity log are loaded with a page that has activity",
  },
  {
    test: /[\\/]locales[\\/]\w+\.po$/,
    reason: "only the catalog of the user's language is loaded",
  },
];

/** Code that no page for guests may load at first: each is a document of its own. */
const guestRules: readonly Rule[] = [
  {
    test: /[\\/]node_modules[\\/]@tanstack[\\/]/,
    reason: "pages for guests need neither the router nor queries: use lib/browser/page-entry.ts",
  },
  {
    test: /[\\/]web[\\/]src[\\/]routes[\\/]/,
    reason: "pages for guests are not part of the console: open its pages with a plain link",
  },
];

/** The shortest chain of static imports from one of these modules to a module that matches; null without one. */
export function importChain(
  start: Iterable<string>,
  target: RegExp,
  graph: Graph,
): readonly string[] | null {
  const waiting = [...start].map((id): readonly string[] => [id]);
  const seen = new Set<string>();
  for (const chain of waiting) {
    const id = chain.at(-1) ?? "";
    if (target.test(id)) return chain;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) waiting.push([...chain, next]);
  }
  return null;
}

/** Throws when the first page would load code that a rule forbids. */
export const checkFirstPages = (start: readonly string[], graph: Graph): void =>
  check(rules, start, graph);

/** Throws when a page for guests would load code of the console. */
export const checkGuestPages = (start: readonly string[], graph: Graph): void =>
  check(guestRules, start, graph);

function check(forbidden: readonly Rule[], start: readonly string[], graph: Graph): void {
  for (const { test, reason } of forbidden) {
    const chain = importChain(start, test, graph);
    if (chain !== null) throw new Error(`${reason}:\n  ${chain.join("\n  imports ")}`);
  }
}

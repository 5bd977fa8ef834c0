/** Decides which page preloads which font, so that no text visibly switches from a fallback font. */

/** The text font, used by every page. */
export const isGlobalFont = (file: string): boolean =>
  /\/hanken-grotesk-latin-wght[^/]*\.woff2$/.test(file);

/** The monospace font for IP addresses, ids and commands. Guest pages show none of them. */
const monospace = /\/geist-mono-latin-wght[^/]*\.woff2$/;

/** The fonts that the page of a route shows at once; a route is identified by its file. */
export const fontsForRoute = (route: string, files: readonly string[]): string[] =>
  route.startsWith("_console/") ? files.filter((file) => monospace.test(file)) : [];

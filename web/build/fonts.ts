/** Which page asks for which font before anything needs it: what arrives late takes the place of a fallback before one's eyes. */

/** Every sentence is set in it. */
export const isGlobalFont = (file: string): boolean => /\/hanken-grotesk-[^/]*\.woff2$/.test(file);

/** Addresses, ids and commands: what the signed-in pages are full of, and the guests' are not. */
const monospace = /\/geist-mono-[^/]*\.woff2$/;

/** Of the built files those that a route's page shows at once; a route is named by its file. */
export const fontsForRoute = (route: string, files: readonly string[]): string[] =>
  route.startsWith("_console/") ? files.filter((file) => monospace.test(file)) : [];

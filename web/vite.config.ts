import { lingui } from "@lingui/vite-plugin";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type ProxyOptions } from "vite";
import { aheadFiles } from "./build/ahead-files.ts";
import { brandPlugin } from "./build/brand-plugin.ts";
import { chunkGroups } from "./build/chunks.ts";
import { contractParts } from "./build/contract-parts.ts";
import { isEagerRoute } from "./build/eager-routes.ts";
import { docsPlugins } from "./build/docs/docs-plugins.ts";
import { guestStyles } from "./build/guest-styles.ts";
import { inlineSourceMessages } from "./build/inline-source-messages.ts";
import { precompressPlugin } from "./build/precompress.ts";
import { releaseFile } from "./build/release-file.ts";
import { routeFilesPlugin } from "./build/route-files.ts";
import { guestPaths } from "./src/guest-pages/guest-paths.ts";

/** URL of the API during development. */
const api = "http://127.0.0.1:8080";

const isGuestPath = (url: string) =>
  Object.values(guestPaths).some((path) => {
    const [start = "", parameter] = path.split("$");
    const { pathname } = new URL(url, api);
    return parameter === undefined ? pathname === start : pathname.startsWith(start);
  });

/** The same rule as on the server: navigations get the console, other requests get the API. */
const calls: ProxyOptions = {
  target: api,
  changeOrigin: false,
  bypass: (request) => {
    const navigates =
      request.headers["sec-fetch-mode"] === "navigate" ||
      (request.headers.accept ?? "").startsWith("text/html");
    if (!navigates) return null;
    return isGuestPath(request.url ?? "") ? "/guests.html" : "/index.html";
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      // The loaders of a route are loaded with its page; the initial code contains only paths and guards.
      codeSplittingOptions: {
        // The error pages must work when no further code can be loaded.
        splitBehavior: ({ routeId }) =>
          routeId.startsWith("/_minimal") || isEagerRoute(routeId) ? [] : undefined,
        defaultBehavior: [
          ["component", "loader"],
          ["pendingComponent"],
          ["errorComponent"],
          ["notFoundComponent"],
        ],
      },
      routesDirectory: `${import.meta.dirname}/src/routes`,
      generatedRouteTree: `${import.meta.dirname}/src/route-tree.gen.ts`,
      quoteStyle: "double",
      semicolons: true,
      addExtensions: true,
      disableLogging: true,
    }),
    lingui({
      macroTransform: { macro: { descriptorFields: "message" } },
      failOnMissing: true,
      failOnCompileError: true,
      cwd: `${import.meta.dirname}/..`,
    }),
    ...docsPlugins(),
    react(),
    inlineSourceMessages(),
    contractParts(),
    brandPlugin(),
    guestStyles(`${import.meta.dirname}/src/guest-main.tsx`),
    aheadFiles(),
    routeFilesPlugin(),
    releaseFile(),
    precompressPlugin(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    // light-dark() and nesting are kept as written.
    target: ["chrome125", "edge125", "firefox128", "safari17.5"],
    assetsInlineLimit: 0,
    // All styles together cost less than a second request.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // The import itself loads the file. Each name costs bytes in the first chunk.
      resolveDependencies: (file, files) => files.filter((other) => other !== file),
    },
    rolldownOptions: {
      input: [`${import.meta.dirname}/index.html`, `${import.meta.dirname}/guests.html`],
      output: {
        codeSplitting: {
          groups: chunkGroups({
            console: `${import.meta.dirname}/src/main.tsx`,
            guests: `${import.meta.dirname}/src/guest-main.tsx`,
          }),
        },
      },
    },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/auth": calls, "/api": calls, "/admin": calls, "/health": calls },
  },
});

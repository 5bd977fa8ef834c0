/** Builds the console for the server, which renders the first view of a page: `vite build --config` this file. */
import { defineConfig, type PluginOption } from "vite";
import { earlyInput } from "./build/early-input.ts";
import config from "./vite.config.ts";

/** Plugins that describe or compress the files of the browser. */
const forBrowser =
  /^boreal:(?:ahead-files|route-files|release-file|precompress|brand|guest-styles)/;

const isNamed = (plugin: PluginOption): plugin is Extract<PluginOption, { name: string }> =>
  typeof plugin === "object" && plugin !== null && "name" in plugin;

const plugins = (config.plugins ?? [])
  .flat()
  .filter((plugin) => !isNamed(plugin) || !forBrowser.test(plugin.name));

export default defineConfig({
  ...config,
  plugins: [...plugins, earlyInput()],
  // One file that needs no packages of the console.
  ssr: { noExternal: true },
  build: {
    ssr: `${import.meta.dirname}/src/render-page.tsx`,
    outDir: "dist/.server",
    emptyOutDir: true,
    copyPublicDir: false,
    target: "node24",
    minify: false,
  },
});

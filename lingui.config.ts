import { defineConfig } from "@lingui/cli";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de"],
  catalogs: [
    {
      path: "<rootDir>/web/src/locales/{locale}",
      include: ["<rootDir>/web/src"],
      exclude: ["**/*.test.ts"],
    },
  ],
});

/** The catalogs of the mails. They are apart from the console's, which would load them too. */
import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de"],
  catalogs: [
    {
      path: "<rootDir>/src/locales/{locale}",
      include: ["<rootDir>/src/modules"],
      exclude: ["**/*.test.ts"],
    },
  ],
  // Without line numbers a catalog changes only when a message does.
  format: formatter({ lineNumbers: false }),
  // The templates run as they are, so their messages come from Lingui's runtime macros.
  experimental: { runtimeMacro: true },
});

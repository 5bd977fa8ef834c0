import { lingui } from "@lingui/vite-plugin";
import { defineConfig } from "vitest/config";

/** Timeouts for two cores; each test file of `integration` has its own database. */
const shared = { testTimeout: 30_000, hookTimeout: 60_000, retry: 0 };

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    reporters: ["default", "./tools/lib/vitest-reporter.ts"],
    // End-to-end tests run with Playwright: playwright.config.ts.
    exclude: ["**/node_modules/**", "**/dist/**", "e2e/**"],
    projects: [
      {
        extends: true,
        // The console's sentences are compiled as in its build.
        plugins: [lingui({ macroTransform: { macro: { descriptorFields: "message" } } })],
        test: {
          ...shared,
          name: "unit",
          include: [
            "{clients,contracts,emulators,tools,bench}/**/*.test.ts",
            "web/**/*.test.{ts,tsx}",
          ],
          exclude: [
            "**/node_modules/**",
            "**/dist/**",
            "**/*.server.test.ts",
            "tools/commands/start.test.ts",
            "tools/commands/first-admin.test.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "integration",
          include: [
            "api/**/*.test.ts",
            "clients/**/*.server.test.ts",
            "tools/commands/start.test.ts",
            "tools/commands/first-admin.test.ts",
          ],
          globalSetup: ["tools/postgres/vitest-postgres.ts"],
        },
      },
    ],
  },
});

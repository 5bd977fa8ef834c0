import { defineConfig, devices } from "@playwright/test";
import { installedChromium, quietArguments } from "./tools/lib/chromium.ts";

const executablePath = installedChromium();

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./e2e/support/global-setup.ts",
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: "test-results",
  reporter: [["list"], ["./tools/lib/playwright-reporter.ts"]],
  use: {
    // A trace records every page of every spec. Use `--trace on` to record one when needed.
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: quietArguments,
    },
  },
  projects: [
    {
      name: "desktop",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    {
      // Only layout and touch differ on the phone: page-accessibility specs and the specs of the main tasks run here too.
      name: "phone",
      grep: /@phone/,
      use: {
        ...devices["Desktop Chrome"],
        viewport: { width: 360, height: 800 },
        isMobile: true,
        hasTouch: true,
      },
    },
  ],
});

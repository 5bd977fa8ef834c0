import { defineConfig, devices } from "@playwright/test";
import { installedChromium } from "./tools/lib/chromium.ts";

const executablePath = installedChromium();

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./e2e/support/global-setup.ts",
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "test-results",
  reporter: [["list"], ["./tools/lib/playwright-reporter.ts"]],
  use: {
    // A trace films every page of every story, for the few that fail: `--trace on` makes one when it is wanted.
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    {
      name: "desktop",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    {
      // Layout and touch differ here, behavior does not: every page's look, and the specs of the main tasks.
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

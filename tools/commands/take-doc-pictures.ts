/**
 * Takes the pictures of the customer documentation from a running demo, in both languages and themes:
 * `node tools/commands/take-doc-pictures.ts http://localhost:8080`. Run it again after pages change.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium, type CDPSession, type Page } from "@playwright/test";
import { z } from "zod";
import { ensureChromium } from "../lib/chromium.ts";
import { root } from "../lib/run-command.ts";

/** Each page of the demo, seen by the owner of the demo workspace. */
const pictures = {
  overview: "/northwind",
  instances: "/northwind/instances",
  "create-instance": "/northwind/cart",
  "ssh-keys": "/northwind/settings/credentials",
  projects: "/northwind/projects",
  members: "/northwind/settings/team-members",
  balance: "/northwind/billing/balance-payments",
  "access-tokens": "/northwind/settings/access-tokens",
  "webhook-create": "/northwind/settings/webhooks/add",
  security: "/account/security",
} as const;

/** English comes last: the account of the demo keeps the last one. */
const languages = ["de", "en"] as const;
const themes = ["light", "dark"] as const;
const viewport = { width: 1180, height: 860 };
const maxBytes = 70_000;
/** Tried in this order until a picture is small enough. */
const qualities = [82, 74, 66, 58, 50, 42];

const demo = { email: "owner@demo.test", password: "northern-lights-2026" };

const Screenshot = z.object({ data: z.string() });

async function takeWebp(session: CDPSession): Promise<Buffer> {
  for (const quality of qualities) {
    const answer = await session.send("Page.captureScreenshot", { format: "webp", quality });
    const bytes = Buffer.from(Screenshot.parse(answer).data, "base64");
    if (bytes.length <= maxBytes) return bytes;
  }
  throw new Error(`A picture is larger than ${maxBytes} bytes`);
}

/** Waits until the page has its data, its fonts and no running transition. */
async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy=true], [class*="skeleton"]') === null &&
      document.fonts.status === "loaded" &&
      document.getAnimations().every(({ playState }) => playState !== "running"),
  );
}

async function takePictures(context: BrowserContext, url: string, language: string): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const profile = await page.request.get(`${url}/auth/self`);
  const { userSession } = z
    .object({ userSession: z.object({ csrf: z.string() }) })
    .parse(await profile.json());
  await page.request.put(`${url}/api/v1/settings/user-single-information`, {
    headers: { "x-csrf-token": userSession.csrf },
    data: { attribute: "locale", locale: language },
  });
  for (const [name, path] of Object.entries(pictures)) {
    for (const theme of themes) {
      await context.addCookies([
        { name: "theme", value: theme, url },
        { name: "locale", value: language, url },
      ]);
      await page.goto(url + path);
      await settle(page);
      const file = `${name}${theme === "dark" ? ".dark" : ""}.webp`;
      const bytes = await takeWebp(session);
      writeFileSync(join(root, "docs/customers", language, "images", file), bytes);
      console.log(`${language}/images/${file}: ${Math.round(bytes.length / 1000)} kB`);
    }
  }
}

const url = (process.argv[2] ?? "http://localhost:8080").replace(/\/$/, "");
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ["--no-sandbox", "--hide-scrollbars"],
});
for (const language of languages) {
  const context = await browser.newContext({
    viewport,
    timezoneId: "UTC",
    reducedMotion: "reduce",
  });
  await context.request.post(`${url}/auth/login`, { data: demo });
  await takePictures(context, url, language);
  await context.close();
}
await browser.close();

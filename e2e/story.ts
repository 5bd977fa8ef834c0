/// <reference lib="dom" />
/** What every story starts from: where the world is, who is signed in, and pages that are looked at by axe. */
import { randomInt } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test as base } from "@playwright/test";
import { z } from "zod";

const World = z.object({ url: z.string(), inboxUrl: z.string(), dataDir: z.string() });
export type StoryWorld = z.infer<typeof World>;

const Mails = z.array(z.object({ to: z.array(z.string()), subject: z.string(), links: z.array(z.string()) }).loose());

export const demoPassword = "northern-lights-2026";

interface Story {
  readonly world: StoryWorld;
  /** Signs the page's browser in, without the form: the form has its own story. */
  signIn(email: string): Promise<void>;
  /** The link of the newest mail to an address; waits for the mail. */
  linkMailedTo(email: string): Promise<string>;
}

export const test = base.extend<Story & { failOnFaults: void }>({
  world: async ({}, use) => {
    await use(World.parse(JSON.parse(process.env["BOREAL_STORIES"] ?? "{}")));
  },
  baseURL: async ({ world }, use) => {
    await use(world.url);
  },
  extraHTTPHeaders: async ({}, use) => {
    await use({ "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` });
  },
  signIn: async ({ page }, use) => {
    await use(async (email) => {
      const answer = await page.request.post("/auth/login", { data: { email, password: demoPassword } });
      expect(answer.status(), await answer.text()).toBe(200);
    });
  },
  linkMailedTo: async ({ world }, use) => {
    await use(async (email) => {
      let link = "";
      await expect
        .poll(async () => {
          const mails = Mails.parse(await (await fetch(new URL("/messages.json", world.inboxUrl))).json());
          link = mails.findLast((mail) => mail.to.includes(email))?.links[0] ?? "";
          return link;
        })
        .not.toBe("");
      return link;
    });
  },
  // A page that throws, or breaks its own content policy, fails its story.
  failOnFaults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && /Content Security Policy|Trusted/.test(message.text())) faults.push(message.text());
      });
      await use();
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Nothing for axe to find, in light and in dark, and nothing wider than the window. */
export async function looksRight(page: Page): Promise<void> {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((wanted) => document.documentElement.setAttribute("data-theme", wanted), theme);
    const found = await new AxeBuilder({ page }).analyze();
    expect(found.violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "system"));
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, "the page is wider than the window").toBeLessThanOrEqual(0);
}

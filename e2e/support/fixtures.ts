/// <reference lib="dom" />
/** What every story starts from: where the world is, who is signed in, and pages that are looked at by axe. */
import { randomInt } from "node:crypto";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test as base } from "@playwright/test";
import { z } from "zod";
import { type Customer, demoPassword, createCustomer } from "./api-client.ts";

export const StackUrls = z.object({ url: z.string(), inboxUrl: z.string(), cloudUrl: z.string() });
export type StackUrls = z.infer<typeof StackUrls>;

const Emails = z.array(
  z
    .object({
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string(),
      links: z.array(z.string()),
    })
    .loose(),
);

interface Fixtures {
  readonly world: StackUrls;
  /** A name no other story has, beginning with this word. */
  unique(word: string): string;
  /** Someone with a new workspace of their own, signed in in the page's browser. */
  readonly customer: Customer;
  /** Signs the page's browser in, without the form: the form has its own story. */
  signIn(email: string): Promise<void>;
  /** The link of the newest mail to an address; waits for the mail. */
  waitForEmailLink(email: string): Promise<string>;
  /** The six digits of the newest mail that has some, other than those that were there before; waits for the mail. */
  waitForEmailCode(email: string): Promise<string>;
}

export const test = base.extend<Fixtures & { failOnBrowserErrors: void }>({
  world: async ({}, use) => {
    await use(StackUrls.parse(JSON.parse(process.env["BOREAL_STORIES"] ?? "{}")));
  },
  baseURL: async ({ world }, use) => {
    await use(world.url);
  },
  extraHTTPHeaders: async ({}, use) => {
    await use({ "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` });
  },
  unique: async ({}, use, { project }) => {
    await use((word) => `${word}-${project.name[0]}${randomInt(36 ** 4, 36 ** 5).toString(36)}`);
  },
  customer: async ({ world, unique, waitForEmailLink, signIn }, use) => {
    const customer = await createCustomer(world.url, unique("acme"), waitForEmailLink);
    await signIn(customer.email);
    await use(customer);
  },
  signIn: async ({ page }, use) => {
    await use(async (email) => {
      const response = await page.request.post("/auth/login", {
        data: { email, password: demoPassword },
      });
      expect(response.status(), await response.text()).toBe(200);
    });
  },
  waitForEmailLink: async ({ world }, use) => {
    await use(async (email) => {
      let link = "";
      await expect
        .poll(async () => {
          link = (await listEmails(world, email)).at(-1)?.links[0] ?? "";
          return link;
        })
        .not.toBe("");
      return link;
    });
  },
  waitForEmailCode: async ({ world }, use) => {
    const codes = async (email?: string) =>
      (await listEmails(world, email)).flatMap((mail) => mail.text.match(/\b\d{6}\b/g) ?? []);
    // A world of several stories holds the codes of those before.
    const used = new Set(await codes());
    await use(async (email) => {
      let code = "";
      await expect
        .poll(async () => {
          code = (await codes(email)).findLast((one) => !used.has(one)) ?? "";
          return code;
        })
        .not.toBe("");
      used.add(code);
      return code;
    });
  },
  // A page that throws, or breaks its own content policy, fails its story.
  failOnBrowserErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && /Content Security Policy|Trusted/.test(message.text()))
          errors.push(message.text());
      });
      await use();
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Oldest first; without an address, those to anybody. */
async function listEmails(world: StackUrls, email?: string): Promise<z.infer<typeof Emails>> {
  const inbox = new URL("/messages.json", world.inboxUrl);
  if (email !== undefined) inbox.searchParams.set("to", email);
  return Emails.parse(await (await fetch(inbox)).json());
}

/** Nothing for axe to find, in light and in dark, and nothing wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  // Without motion a colour is there at once: half-way between two themes nothing has its contrast.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const theme of ["light", "dark"]) {
    await page.evaluate(async (requested) => {
      document.documentElement.setAttribute("data-theme", requested);
      // However short, a change of colour is over only with the next frame.
      const changes = document.getAnimations().filter((change) => change instanceof CSSTransition);
      await Promise.allSettled(changes.map(({ finished }) => finished));
    }, theme);
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    // Only colours differ in the dark.
    const { violations } = await (theme === "dark"
      ? axe.withRules("color-contrast")
      : axe
    ).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
    expect(found, theme).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "system"));
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, "the page is wider than the window").toBeLessThanOrEqual(0);
}

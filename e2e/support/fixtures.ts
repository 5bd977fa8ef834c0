/// <reference lib="dom" />
/** Fixtures of all specs: URLs of the stack, signed-in customers, emails, and accessibility checks with axe. */
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page, test as base } from "@playwright/test";
import type axe from "axe-core";
import { z } from "zod";
import { type Customer, demoPassword, createCustomer } from "./api-client.ts";

/** The minified source: each page that is checked compiles it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

export const StackUrls = z.object({
  url: z.string(),
  inboxUrl: z.string(),
  cloudUrl: z.string(),
  /** Connects as the owner of the tables, for changes that no page makes. */
  databaseUrl: z.string(),
});
export type StackUrls = z.infer<typeof StackUrls>;

/** Playwright's own intervals grow to a second, which most specs would spend waiting for their customer's email. */
const emailPolling = { intervals: [50, 100] };

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

declare global {
  interface Window {
    axe: typeof axe;
  }
}

interface Fixtures {
  readonly stack: StackUrls;
  /** Returns a unique name with this prefix. */
  unique(prefix: string): string;
  /** A customer with a new workspace, signed in in the page's browser. */
  readonly customer: Customer;
  /** Signs in the page's browser without the form, which has its own spec. */
  signIn(email: string): Promise<void>;
  /** Waits for an email to the address and returns the link of the newest one. */
  waitForEmailLink(email: string): Promise<string>;
  /** Waits for an email with a new six-digit code and returns the code. */
  waitForEmailCode(email: string): Promise<string>;
}

export const test = base.extend<Fixtures & { failOnBrowserErrors: void }>({
  stack: async ({}, use) => {
    await use(StackUrls.parse(JSON.parse(process.env["BOREAL_STORIES"] ?? "{}")));
  },
  baseURL: async ({ stack }, use) => {
    await use(stack.url);
  },
  extraHTTPHeaders: async ({}, use) => {
    await use({ "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` });
  },
  unique: async ({}, use, { project }) => {
    await use(
      (prefix) => `${prefix}-${project.name[0]}${randomInt(36 ** 4, 36 ** 5).toString(36)}`,
    );
  },
  customer: async ({ stack, unique, waitForEmailLink, signIn }, use) => {
    const customer = await createCustomer(stack.url, unique("acme"), waitForEmailLink);
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
  waitForEmailLink: async ({ stack }, use) => {
    await use(async (email) => {
      let link = "";
      await expect
        .poll(async () => {
          link = (await listEmails(stack, email)).at(-1)?.links[0] ?? "";
          return link;
        }, emailPolling)
        .not.toBe("");
      return link;
    });
  },
  waitForEmailCode: async ({ stack }, use) => {
    const codes = async (email?: string) =>
      (await listEmails(stack, email)).flatMap((mail) => mail.text.match(/\b\d{6}\b/g) ?? []);
    // The inbox is shared by specs and contains codes of earlier ones.
    const used = new Set(await codes());
    await use(async (email) => {
      let code = "";
      await expect
        .poll(async () => {
          code = (await codes(email)).findLast((one) => !used.has(one)) ?? "";
          return code;
        }, emailPolling)
        .not.toBe("");
      used.add(code);
      return code;
    });
  },
  // A page that throws or violates its Content-Security-Policy fails the spec.
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

/** Oldest first; without an address, all emails. */
export async function listEmails(
  stack: StackUrls,
  email?: string,
): Promise<z.infer<typeof Emails>> {
  const inbox = new URL("/messages.json", stack.inboxUrl);
  if (email !== undefined) inbox.searchParams.set("to", email);
  return Emails.parse(await (await fetch(inbox)).json());
}

/** Expects no axe violations in light and dark, and no content wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page in the background may draw no frames, which its own scripts wait for.
  await page.bringToFront();
  // Without motion colors change immediately; during a transition between themes the contrast is too low.
  await page.emulateMedia({ reducedMotion: "reduce" });
  // A closed menu or dialog stays in the page, with its focus guards, until its exit transition ends.
  await expect(page.locator("[data-ending-style]")).toHaveCount(0);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const { violations, overflow } = await page.evaluate(findViolations, ["light", "dark"]);
  expect(violations).toEqual([]);
  expect(overflow, "the page is wider than the window").toBeLessThanOrEqual(0);
}

/** Runs in the page: violations of all themes as `theme: rule: elements`, and pixels beyond the window's width. */
async function findViolations(
  themes: readonly string[],
): Promise<{ violations: string[]; overflow: number }> {
  const violations: string[] = [];
  for (const [index, theme] of themes.entries()) {
    document.documentElement.setAttribute("data-theme", theme);
    // Transitions end with a frame, which a page may not draw; an inherited color changes level by level.
    const transitions = () =>
      document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    const mostLevels = 100;
    for (let level = 0; transitions().length > 0; level++) {
      if (level === mostLevels) throw new Error("The colors of the page keep changing");
      for (const transition of transitions()) transition.finish();
    }
    const results = await window.axe.run(document, {
      resultTypes: ["violations"],
      // Only colors differ in the other themes.
      ...(index === 0 ? {} : { runOnly: ["color-contrast"] }),
    });
    for (const { id, nodes } of results.violations)
      violations.push(`${theme}: ${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  }
  document.documentElement.setAttribute("data-theme", "system");
  const { scrollWidth, clientWidth } = document.documentElement;
  return { violations, overflow: scrollWidth - clientWidth };
}

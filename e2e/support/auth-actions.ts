/** Steps on the sign-in and sign-up pages, shared by specs. */
import type { Page } from "@playwright/test";
import { stringifyCookie } from "cookie";
import { demoPassword } from "./api-client.ts";
import { expect } from "./fixtures.ts";

export async function fillRegistration(
  page: Page,
  { email, password = demoPassword }: { email: string; password?: string },
): Promise<void> {
  await page.getByLabel("First name").fill("Kim");
  await page.getByLabel("Last name").fill("Lund");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("checkbox", { name: "I am 18 or older" }).check();
  await page.getByRole("checkbox", { name: "I accept the terms" }).check();
}

/** Submits the first step; the next page depends on the account. */
export async function fillSignIn(
  page: Page,
  email: string,
  password: string = demoPassword,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account menu for/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

/** Opens an email link and clicks the button that consumes it. */
export async function verifyEmail(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
}

/** Waits until the newest link contains `expectedPart`, because other notifications arrive by email as well. */
export async function emailedLink(
  waitForEmailLink: (email: string) => Promise<string>,
  email: string,
  expectedPart: string,
): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      link = await waitForEmailLink(email);
      return link;
    })
    .toContain(expectedPart);
  return link;
}

/** Revokes the browser's session on the server without removing its cookies, like another browser or support would. */
export async function revokeSessionElsewhere(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  const response = await fetch(new URL("/auth/logout", page.url()), {
    method: "POST",
    headers: {
      cookie: stringifyCookie(Object.fromEntries(cookies.map(({ name, value }) => [name, value])), {
        encode: (value) => value,
      }),
      "x-csrf-token": decodeURIComponent(cookies.find(({ name }) => name === "csrf")?.value ?? ""),
    },
  });
  expect(response.status).toBe(204);
}

/** Turns on two-factor authentication for the signed-in user without the page, which has its own spec. */
import type { Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import { AuthenticatorApp } from "./authenticator-app.ts";
import { expect } from "./fixtures.ts";

export async function enableTwoFactor(page: Page): Promise<void> {
  const self = await page.request.get("/auth/self");
  const { csrf } = api.auth.self.response.parse(await self.json()).userSession;
  const headers = { "x-csrf-token": csrf };
  const created = await page.request.post("/api/v1/settings/two-factor-secret", { headers });
  const { secret } = api.account.newSecret.response.parse(await created.json());
  const otpToken = new AuthenticatorApp(secret).code();
  const response = await page.request.put("/api/v1/settings/user-single-information", {
    headers,
    data: { attribute: "twoFactor", enabled: true, otpToken },
  });
  expect(response.status(), await response.text()).toBe(200);
}

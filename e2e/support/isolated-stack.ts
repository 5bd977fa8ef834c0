/**
 * An isolated stack per spec, for specs that affect all users or need production settings: email codes on new devices,
 * two-factor authentication for staff, a movable clock.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { demoPassword, ApiClient } from "./api-client.ts";
import { expect, StackUrls, test as base } from "./fixtures.ts";
import { api } from "#contracts/api.ts";

const strict = { BOREAL_EMAIL_STEP: "new-device", BOREAL_STAFF_TWO_FACTOR: "required" };

interface IsolatedStack {
  /** Environment variables of the server; default: as in production. */
  readonly settings: Readonly<Record<string, string>>;
  readonly isolatedStack: StackUrls;
  /** Signs in an API client, including the email code. */
  signInClient(email: string): Promise<ApiClient>;
}

export const test = base.extend<IsolatedStack>({
  settings: [strict, { option: true }],
  isolatedStack: [
    async ({ settings }, use) => {
      const child = spawn(process.execPath, ["e2e/support/start-stack.ts"], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, ...settings },
      });
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      const stackUrls = await new Promise<string>((resolve, reject) => {
        createInterface({ input: child.stdout }).once("line", resolve);
        child.once("exit", (code) => reject(new Error(`The isolated stack ended with ${code}`)));
      });
      await use(StackUrls.parse(JSON.parse(stackUrls)));
      child.kill("SIGTERM");
      await ended;
    },
    { timeout: 180_000 },
  ],
  stack: async ({ isolatedStack }, use) => {
    await use(isolatedStack);
  },
  signIn: async ({ page, waitForEmailCode }, use) => {
    await use(async (email) => {
      const response = await page.request.post("/auth/login", {
        data: { email, password: demoPassword },
      });
      expect(response.status(), await response.text()).toBe(200);
      const { userSession } = api.auth.login.response.parse(await response.json());
      if (userSession.secondStep === null) return;
      const secondStep = await page.request.post("/auth/login/token", {
        data: { token: await waitForEmailCode(email) },
        headers: { "x-csrf-token": userSession.csrf },
      });
      expect(secondStep.status(), await secondStep.text()).toBe(200);
    });
  },
  signInClient: async ({ stack, waitForEmailCode }, use) => {
    await use(async (email) => {
      const apiClient = new ApiClient(stack.url);
      const { userSession } = await apiClient.call(api.auth.login, {
        body: { email, password: demoPassword },
      });
      if (userSession.secondStep !== null)
        await apiClient.call(api.auth.loginToken, {
          body: { token: await waitForEmailCode(email) },
        });
      return apiClient;
    });
  },
});
export { expect };

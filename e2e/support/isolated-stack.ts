/**
 * Stories that change the world for everybody, or need it held as in production, have one each: a code by mail on new devices, a second factor for staff, a clock that may be moved.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { demoPassword, ApiClient } from "./api-client.ts";
import { expect, StackUrls, test as base } from "./fixtures.ts";
import { api } from "#contracts/api.ts";

const strict = { BOREAL_EMAIL_STEP: "new-device", BOREAL_STAFF_TWO_FACTOR: "required" };

interface IsolatedStack {
  /** Environment of the server; as in production unless a file says otherwise. */
  readonly settings: Readonly<Record<string, string>>;
  readonly isolatedStack: StackUrls;
  /** Someone using the API beside the browser, past the mail's code. */
  visitor(email: string): Promise<ApiClient>;
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
      const told = await new Promise<string>((resolve, reject) => {
        createInterface({ input: child.stdout }).once("line", resolve);
        child.once("exit", (code) => reject(new Error(`The story's world ended with ${code}`)));
      });
      await use(StackUrls.parse(JSON.parse(told)));
      child.kill("SIGTERM");
      await ended;
    },
    { timeout: 180_000 },
  ],
  world: async ({ isolatedStack }, use) => {
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
      const entered = await page.request.post("/auth/login/token", {
        data: { token: await waitForEmailCode(email) },
        headers: { "x-csrf-token": userSession.csrf },
      });
      expect(entered.status(), await entered.text()).toBe(200);
    });
  },
  visitor: async ({ world, waitForEmailCode }, use) => {
    await use(async (email) => {
      const apiClient = new ApiClient(world.url);
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

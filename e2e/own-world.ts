/**
 * Stories that change the world for everybody, or need it held as in production, have one each: a code by mail on new devices, a second factor for staff, a clock that may be moved.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { demoPassword, Visitor } from "./customer.ts";
import { expect, type StoryWorld, test as base, World } from "./story.ts";
import { api } from "#contracts/api.ts";

const strict = { BOREAL_EMAIL_STEP: "new-device", BOREAL_STAFF_TWO_FACTOR: "required" };

interface OwnWorld {
  /** Environment of the server; as in production unless a file says otherwise. */
  readonly settings: Readonly<Record<string, string>>;
  readonly ownWorld: StoryWorld;
  /** Someone using the API beside the browser, past the mail's code. */
  visitor(email: string): Promise<Visitor>;
}

export const test = base.extend<OwnWorld>({
  settings: [strict, { option: true }],
  ownWorld: [
    async ({ settings }, use) => {
      const child = spawn(process.execPath, ["e2e/serve.ts"], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, ...settings },
      });
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      const told = await new Promise<string>((resolve, reject) => {
        createInterface({ input: child.stdout }).once("line", resolve);
        child.once("exit", (code) => reject(new Error(`The story's world ended with ${code}`)));
      });
      await use(World.parse(JSON.parse(told)));
      child.kill("SIGTERM");
      await ended;
    },
    { timeout: 180_000 },
  ],
  world: async ({ ownWorld }, use) => {
    await use(ownWorld);
  },
  signIn: async ({ page, codeMailedTo }, use) => {
    await use(async (email) => {
      const answer = await page.request.post("/auth/login", {
        data: { email, password: demoPassword },
      });
      expect(answer.status(), await answer.text()).toBe(200);
      const { userSession } = api.auth.login.returns.parse(await answer.json());
      if (userSession.secondStep === null) return;
      const entered = await page.request.post("/auth/login/token", {
        data: { token: await codeMailedTo(email) },
        headers: { "x-csrf-token": userSession.csrf },
      });
      expect(entered.status(), await entered.text()).toBe(200);
    });
  },
  visitor: async ({ world, codeMailedTo }, use) => {
    await use(async (email) => {
      const visitor = new Visitor(world.url);
      const { userSession } = await visitor.do(api.auth.login, {
        body: { email, password: demoPassword },
      });
      if (userSession.secondStep !== null)
        await visitor.do(api.auth.loginToken, { body: { token: await codeMailedTo(email) } });
      return visitor;
    });
  },
});
export { expect };

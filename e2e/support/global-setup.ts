/**
 * Playwright's global setup: starts one stack for all specs. During development, run `node e2e/support/start-stack.ts`
 * and set BOREAL_STORIES to the line it prints; then that stack is used.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["BOREAL_STORIES"] !== undefined) return undefined;
  const child = spawn(process.execPath, ["e2e/support/start-stack.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stackUrls = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`The stack ended with ${code}`)));
  });
  process.env["BOREAL_STORIES"] = await stackUrls;
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}

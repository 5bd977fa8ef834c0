/**
 * Playwright's global setup: one world for all stories. While stories are written, `node e2e/support/start-stack.ts`
 * keeps one running; the line it prints, given as BOREAL_STORIES, is used instead of a new one.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["BOREAL_STORIES"] !== undefined) return undefined;
  const child = spawn(process.execPath, ["e2e/support/start-stack.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const told = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`The world of the stories ended with ${code}`)));
  });
  process.env["BOREAL_STORIES"] = await told;
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}

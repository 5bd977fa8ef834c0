/** Playwright's global setup: one world for all stories. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export default async function startStories(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ["e2e/serve.ts"], { stdio: ["ignore", "pipe", "inherit"] });
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

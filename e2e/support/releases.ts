/** A server whose console can be replaced by another release: build, replace, restart. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { systemClock } from "#api/core/lib/clock.ts";
import { consoleFolders, replaceRelease } from "../../tools/commands/earlier-releases.ts";
import { freePort } from "../../tools/lib/free-port.ts";
import { root, runCommand } from "../../tools/lib/run-command.ts";
import { expect, StackUrls, test as base } from "./fixtures.ts";

interface Releases {
  /** Stops the server, replaces the release by one with other file names, and restarts the server. */
  release(): Promise<void>;
  /** Deletes the files of earlier releases. */
  deleteEarlier(): void;
}

interface Served {
  readonly stack: StackUrls;
  stop(): Promise<void>;
}

/** Starts a stack with the built console and additional environment variables. */
export async function serve(env: Record<string, string>): Promise<Served> {
  const child = spawn(process.execPath, ["e2e/support/start-stack.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}`)));
  });
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { stack: StackUrls.parse(JSON.parse(line)), stop };
}

export const test = base.extend<{ releases: Releases; served: { current: Served } & Releases }>({
  served: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "boreal-releases-"));
      const own = consoleFolders(folder);
      cpSync(consoleFolders(join(root, "web")).current, own.current, { recursive: true });
      const env = {
        CONSOLE_FOLDER: folder,
        E2E_DATA: join(folder, "data"),
        E2E_PORT: String(await freePort(undefined, { host: "127.0.0.1" })),
      };
      const served = {
        current: await serve(env),
        release: async () => {
          const next = join(folder, "next");
          const { code, output } = await runCommand(
            [process.execPath, "e2e/support/build-release.ts", next],
            { env: { NODE_ENV: "production" } },
          );
          expect(code, output).toBe(0);
          await served.current.stop();
          replaceRelease(own, next, systemClock.now());
          served.current = await serve(env);
        },
        deleteEarlier: () => rmSync(own.earlier, { recursive: true }),
      };
      await use(served);
      await served.current.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { timeout: 180_000 },
  ],
  stack: async ({ served }, use) => {
    await use(served.current.stack);
  },
  releases: async ({ served }, use) => {
    await use(served);
  },
});
export { expect };

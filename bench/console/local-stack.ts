/** The console that is measured: the stack of the browser specs, and a browser. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { BrowserContext } from "@playwright/test";
import { z } from "zod";
import { quietArguments } from "../../tools/lib/chromium.ts";

const login = { email: "owner@demo.test", password: "northern-lights-2026" };

export async function startLocalStack(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ["e2e/support/start-stack.ts"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once("line", resolve),
  );
  return {
    url: z.object({ url: z.string() }).parse(JSON.parse(line)).url,
    stop: () => child.kill("SIGTERM"),
  };
}

/** Signs in a user with instances. Cookies of a host are sent to all of its ports. */
export async function signIn({ request }: BrowserContext, url: string): Promise<void> {
  await request.post(`${url}/auth/login`, { data: login, failOnStatusCode: true });
}

/** The first page of the instances, as the server responds. The context is signed in. */
export async function readInstances({ request }: BrowserContext, url: string): Promise<string> {
  const response = await request.get(
    `${url}/api/v1/workspaces/northwind/instances?page=1&perPage=15`,
    { headers: { accept: "application/json" }, failOnStatusCode: true },
  );
  return await response.text();
}

/** Arguments of a quiet Chromium that trusts the certificate with this hash of its public key. */
export const browserArguments = (publicKeyHash: string): string[] => [
  ...quietArguments,
  `--ignore-certificate-errors-spki-list=${publicKeyHash}`,
];

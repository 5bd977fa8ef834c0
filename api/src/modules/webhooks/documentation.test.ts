/** The documentation for customers: it names every event type and limit, and its example verifies what is sent. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  deliveryRetentionDays,
  maxWebhookEndpoints,
  webhookTimeoutSeconds,
} from "#contracts/webhook-endpoints.ts";
import { webhookEventTypes } from "#contracts/webhook-event-types.ts";
import { systemClock } from "../../core/lib/clock.ts";
import { composeBody } from "./event-data.ts";
import { postWebhook } from "./post-webhook.ts";
import { createSecret, signedHeaders } from "./signing.ts";
import { createWebhookNetwork } from "./webhook-network.ts";

const languages = ["en", "de"] as const;
const readPage = (language: (typeof languages)[number]) =>
  readFileSync(
    new URL(`../../../../docs/customers/${language}/webhooks.md`, import.meta.url),
    "utf8",
  );
const exampleOf = (page: string) => /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "";

// Inside the repository, so that the example finds the library.
const folder = mkdtempSync(join(import.meta.dirname, "example-"));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const example of started) example.kill();
  rmSync(folder, { recursive: true, force: true });
});

test.each(languages)("the page in %s names every event type and the limits", (language) => {
  const page = readPage(language);
  const listed = [...page.matchAll(/^\| `([a-z_.]+)` \|/gm)].map(([, type]) => type);
  expect(listed).toEqual([...webhookEventTypes]);
  for (const limit of [maxWebhookEndpoints, deliveryRetentionDays, webhookTimeoutSeconds])
    expect(page).toMatch(new RegExp(`\\b${limit}\\b`));
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("the example accepts what is sent with its secret, and nothing else", async () => {
  const example = exampleOf(readPage("en"));
  expect(exampleOf(readPage("de"))).toBe(example);
  const file = join(folder, "receiver.mjs");
  writeFileSync(file, `${example}\nserver.on("listening", () => console.log("ready"));\n`);
  const secret = createSecret();
  const port = await freePort();
  const receiver = spawn(process.execPath, [file], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(receiver);
  let output = "";
  await new Promise<void>((resolve) => {
    receiver.stdout.on("data", (text: Buffer) => {
      output += text.toString();
      if (output.includes("ready")) resolve();
    });
  });
  const network = createWebhookNetwork(true);
  const at = systemClock.now();
  const body = composeBody("webhook.test", at, { message: "Hello" });
  const url = `http://127.0.0.1:${port}/`;
  const post = (secrets: string[], sent: string) =>
    postWebhook(network, {
      url,
      headers: signedHeaders(secrets, { id: "one", at, body }),
      body: sent,
    });
  expect(await post([secret], body)).toMatchObject({ error: null, responseStatus: 204 });
  expect((await post([createSecret(), secret], body)).error).toBeNull();
  expect((await post([secret], body.replace("Hello", "Bye"))).responseStatus).toBe(400);
  expect((await post([createSecret()], body)).responseStatus).toBe(400);
  expect(output).toContain("webhook.test");
});

/** Which files of the console are served, and how long they may be cached. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "../../app.ts";
import { minimalAppDeps } from "../../testing/app-deps.ts";
import { apiPolicy } from "./cross-origin.ts";
import { documentHeaders } from "./security-headers.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  env = await startTestEnvironment();
  folder = mkdtempSync(join(tmpdir(), "boreal-console-"));
  mkdirSync(join(folder, "dist/assets"), { recursive: true });
  mkdirSync(join(folder, "dist/.vite"));
  mkdirSync(join(folder, "earlier/assets"), { recursive: true });
  writeFileSync(join(folder, "dist/index.html"), "<!doctype html><title>Console</title>");
  writeFileSync(join(folder, "dist/.vite/routes.json"), '{"routes":{},"locales":{}}');
  writeFileSync(join(folder, "dist/release.json"), '{"entry":"assets/new.js"}');
  writeFileSync(join(folder, "dist/assets/new.js"), "new");
  writeFileSync(join(folder, "earlier/assets/old.js"), "old");
  writeFileSync(join(folder, "earlier/replaced.json"), "{}");
  app = await buildApp({ ...minimalAppDeps(env), consoleFolder: folder });
});
afterAll(async () => {
  await app.close();
  await env.stop();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url, headers });

test("N63: serves the files of earlier releases beside those of the current one", async () => {
  for (const [file, body] of [
    ["new.js", "new"],
    ["old.js", "old"],
  ] as const) {
    const { statusCode, headers, body: found } = await get(`/assets/${file}`);
    expect([file, statusCode, found]).toEqual([file, 200, body]);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  }
  expect((await get("/assets/older.js")).statusCode).toBe(404);
  expect((await get("/replaced.json")).statusCode).toBe(404);
});

test("N63: names the current release in a file that is never cached, even when it is opened in a browser", async () => {
  for (const headers of [{}, { "sec-fetch-mode": "navigate", accept: "text/html" }]) {
    const response = await get("/release.json", headers);
    expect(response.json()).toEqual({ entry: "assets/new.js" });
    expect(response.headers["cache-control"]).toBe("no-cache");
  }
  // A build replaced the file, but the server still serves the page of the previous one.
  writeFileSync(join(folder, "dist/release.json"), '{"entry":"assets/next.js"}');
  expect((await get("/release.json")).json()).toEqual({ entry: "assets/new.js" });
});

test("a file that a build replaces while the server runs is still served", async () => {
  rmSync(join(folder, "dist/assets/new.js"));
  writeFileSync(join(folder, "earlier/assets/new.js"), "new");
  expect((await get("/assets/new.js")).body).toBe("new");
});

test("sends files with a policy that loads nothing, and without the headers of documents", async () => {
  const { headers } = await get("/assets/new.js");
  expect(headers).toMatchObject({
    "content-security-policy": apiPolicy,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-site",
  });
  for (const name of documentHeaders) expect([name, headers[name]]).toEqual([name, undefined]);
  const page = await get("/", { accept: "text/html" });
  for (const name of documentHeaders) expect(page.headers).toHaveProperty([name]);
});

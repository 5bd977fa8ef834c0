/**
 * Console and API on sibling hosts, by configuration alone: what each host serves, and what browsers let the page
 * read.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { createUser, createWorkspace, type TestUser } from "../testing/users.ts";
import { rawRequest } from "../testing/raw-request.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";
import { readConfig } from "../config.ts";

const consoleOrigin = "http://console.example.test";
const apiOrigin = "http://api.example.test";
const template = `<!doctype html><html lang="en" data-theme="system"><head>
<meta property="og:image" content="/social.png"><!--boreal:head--></head><body></body></html>`;

let folder: string;
let split: TestEnvironment;
let single: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "boreal-console-"));
  mkdirSync(join(folder, "dist/.vite"), { recursive: true });
  mkdirSync(join(folder, "dist/assets"));
  writeFileSync(join(folder, "dist/index.html"), template);
  writeFileSync(join(folder, "dist/assets/page.js"), "export {};");
  const routes = { "/$workspace/instances": ["assets/page.js"], "/auth/login": [] };
  writeFileSync(join(folder, "dist/.vite/routes.json"), JSON.stringify({ routes, locales: {} }));
  [split, single] = await Promise.all([
    startTestEnvironment({ consoleFolder: folder, apiOrigin, consoleOrigins: [consoleOrigin] }),
    startTestEnvironment({ consoleFolder: folder }),
  ]);
  owner = await createUser(split, "owner@northwind.test");
  await createWorkspace(split, owner, "northwind");
});
afterAll(async () => {
  await Promise.all([split.stop(), single.stop()]);
  rmSync(folder, { recursive: true });
});

const open = (env: TestEnvironment, path: string, cookie = "csrf=x") =>
  rawRequest(env.url, "GET", path, {
    headers: { accept: "text/html", "sec-fetch-mode": "navigate", cookie },
  });
/** Sources by directive. */
const policyOf = (header: unknown) =>
  Object.fromEntries(
    String(header)
      .split(";")
      .map((directive) => directive.trim().split(" "))
      .map(([name = "", ...sources]) => [name, sources]),
  );

describe("the console's page", () => {
  test("may call the API's host and show its images", async () => {
    const { text, headers } = await open(split, "/northwind/instances");
    expect(text).toContain(`<meta name="boreal-api" content="${apiOrigin}">`);
    const policy = policyOf(headers["content-security-policy"]);
    expect(policy["connect-src"]).toEqual(["'self'", apiOrigin, apiOrigin.replace("http:", "ws:")]);
    expect(policy["img-src"]).toEqual(["'self'", "data:", apiOrigin]);
    expect(policy["script-src"]).toEqual(["'self'"]);
  });

  test("requests its first data from the API's host and its files from its own", async () => {
    const { text } = await open(split, "/northwind/instances");
    const addresses = [...text.matchAll(/<link rel="(\w+)".*?href="([^"]+)"/g)].map(
      ([, rel, href]) => `${rel} ${href}`,
    );
    expect(addresses).toEqual([
      "modulepreload /assets/page.js",
      `preload ${apiOrigin}/auth/self`,
      `preload ${apiOrigin}/api/v1/workspaces/northwind/instances?page=1&amp;perPage=15`,
      `preload ${apiOrigin}/api/v1/workspaces/northwind/overview`,
    ]);
    expect((await open(split, "/auth/login", "")).text).toContain(
      `href="${apiOrigin}/auth/providers"`,
    );
    // A session leaves the sign-in page at once and never asks for the providers.
    expect((await open(split, "/auth/login")).text).not.toContain("/auth/providers");
  });

  test("names no other host with a single origin", async () => {
    const { text, headers } = await open(single, "/northwind/instances");
    expect(text).not.toContain("boreal-api");
    expect(text).toContain('href="/auth/self"');
    const policy = policyOf(headers["content-security-policy"]);
    expect([policy["connect-src"], policy["img-src"]]).toEqual([["'self'"], ["'self'", "data:"]]);
  });

  test("has an absolute URL for its preview image", async () => {
    const { text } = await open(single, "/northwind/instances");
    expect(text).toContain(`property="og:image" content="${single.publicUrl.origin}/social.png"`);
  });

  test("responds to HEAD", async () => {
    const { status, text } = await rawRequest(single.url, "HEAD", "/northwind/instances", {
      headers: { accept: "text/html" },
    });
    expect([status, text]).toEqual([200, ""]);
  });
});

describe("the API", () => {
  const from = (origin: string) => ({ headers: { origin } });
  const corsOf = (headers: Headers) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));
  const exposed =
    "Content-Disposition, Date, Idempotent-Replayed, Retry-After, X-Maintenance-Started-At, X-Maintenance-Starts-At, X-Request-Id, X-Seen-Changes";

  test("lets a console on another host read every header it needs, on success and rejection", async () => {
    const client = owner.client;
    const responses = [
      await client.send("GET", "/auth/self", undefined, from(consoleOrigin)),
      await client.send("GET", "/api/v1/nothing", undefined, from(consoleOrigin)),
      await client.send("GET", "/api/v1/workspaces/%ff", undefined, from(consoleOrigin)),
      await client.send("POST", "/api/v1/workspaces", "{", from(consoleOrigin)),
      await client.send(
        "GET",
        "/api/v1/workspaces/northwind/activity-logs/export",
        undefined,
        from(consoleOrigin),
      ),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 400, 400, 200]);
    for (const { headers } of responses) {
      expect(corsOf(headers)).toEqual({
        "access-control-allow-origin": consoleOrigin,
        "access-control-allow-credentials": "true",
        "access-control-expose-headers": exposed,
      });
      expect(policyOf(headers.get("content-security-policy"))).toEqual({
        "default-src": ["'none'"],
        "frame-ancestors": ["'none'"],
      });
    }
  });

  test("lets the console open its event stream", async () => {
    const response = await owner.client.send(
      "GET",
      "/api/v1/workspaces/northwind/live",
      undefined,
      {
        headers: { accept: "text/event-stream", origin: consoleOrigin },
      },
    );
    expect(corsOf(response.headers)).toMatchObject({
      "access-control-allow-origin": consoleOrigin,
      "access-control-allow-credentials": "true",
    });
    await response.body?.cancel();
  });

  test.each([
    "http://evil.test",
    `${consoleOrigin}:8080`,
    `${consoleOrigin}.evil.test`,
    "https://console.example.test",
    "null",
  ])("reveals nothing to the origin %s and accepts no change from it", async (origin) => {
    const read = await owner.client.send("GET", "/auth/self", undefined, from(origin));
    expect(corsOf(read.headers)).toEqual({});
    const path = { workspace: "northwind" };
    const changed = await owner.client.call(
      api.projects.create,
      { path, body: { name: "Foreign" } },
      from(origin),
    );
    expect([changed.status, changed.code]).toEqual([400, "request_context_not_allowed"]);
  });

  test("accepts mutations from the console on the other host", async () => {
    const path = { workspace: "northwind" };
    const created = await owner.client.call(
      api.projects.create,
      { path, body: { name: "From the console" } },
      { headers: { origin: consoleOrigin, "sec-fetch-site": "same-site" } },
    );
    expect(created.status).toBe(201);
  });
});

test("API_URL is a URL of which only the origin counts; empty means the console's own", () => {
  const needed = {
    DATABASE_URL: "postgres://x",
    SMTP_URL: "smtp://x",
    BOREAL_SECRET: Buffer.alloc(32).toString("base64"),
  };
  const apiOriginOf = (apiUrl?: string) =>
    readConfig(apiUrl === undefined ? needed : { ...needed, API_URL: apiUrl }).apiOrigin;
  expect(apiOriginOf()).toBeNull();
  expect(apiOriginOf("")).toBeNull();
  expect(apiOriginOf("https://api.example.test/")).toBe("https://api.example.test");
  for (const wrong of ["api.example.test", "ftp://api.example.test", "javascript:alert(1)"])
    expect(() => apiOriginOf(wrong)).toThrow();
});

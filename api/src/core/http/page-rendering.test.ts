/** The first view in the console's page: what the server takes from the renderer, and when a page goes out empty. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { stringifyCookie } from "cookie";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rawRequest } from "../../testing/raw-request.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { extractStyles } from "./page-styles.ts";

const template = `<!doctype html><html lang="en" data-theme="system"><head><!--boreal:head--><link rel="stylesheet" crossorigin href="/assets/style-1.css"><title>Boreal</title></head><body><div id="root"></div><!--boreal:answers--></body></html>`;
const css = "body{margin:0}";

/** A renderer whose behavior the workspace's page decides, in place of the console's. */
const renderer = `export async function renderPage({ href, answers, cookies, isApple, signal }) {
  if (href.endsWith("/projects")) throw new Error("cannot be rendered");
  if (href.endsWith("/activities")) return await globalThis.heldRendering;
  if (href.endsWith("/settings/credentials")) return null;
  const name = answers.answers[0].data.user.firstName;
  return {
    html: '<h1 style="color:#123">' + name + "</h1><p>" + cookies + " " + isApple + "</p>",
    title: "A & B",
    locale: "de",
  };
}`;

/** Renderings of the page of activities wait for it. */
const held = Promise.withResolvers<null>();
Reflect.set(globalThis, "heldRendering", held.promise);

let env: TestEnvironment;
let folder: string;
let owner: TestUser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "boreal-console-"));
  for (const name of [".vite", ".server", "assets"])
    mkdirSync(join(folder, "dist", name), { recursive: true });
  writeFileSync(join(folder, "dist/index.html"), template);
  writeFileSync(join(folder, "dist/assets/style-1.css"), css);
  writeFileSync(join(folder, "dist/.server/package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "dist/.server/render-page.js"), renderer);
  const routes = Object.fromEntries(
    ["", "/instances", "/projects", "/activities", "/settings/credentials"].map((path) => [
      `/$workspace${path}`,
      [],
    ]),
  );
  writeFileSync(join(folder, "dist/.vite/routes.json"), JSON.stringify({ routes, locales: {} }));
  env = await startTestEnvironment({ consoleFolder: folder });
  owner = await createUser(env, "owner@northwind.test");
  await createWorkspace(env, owner, "northwind");
});
afterAll(async () => {
  await env.stop();
  rmSync(folder, { recursive: true });
});

const open = (path: string, headers: Record<string, string> = {}, client = owner.client) =>
  env.app.inject({
    method: "GET",
    url: path,
    headers: {
      accept: "text/html",
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...headers,
    },
  });
const openInNetwork = (path: string) =>
  rawRequest(env.url, "GET", `/northwind${path}`, {
    headers: {
      accept: "text/html",
      cookie: stringifyCookie(Object.fromEntries(owner.client.cookies)),
    },
  });
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("the page holds the view, its title and language, and styles that the policy allows by their hash", async () => {
  const { body, headers } = await open("/northwind/instances", {
    "user-agent": "Mozilla/5.0 (Macintosh)",
  });
  expect(body).toContain('<html lang="de"');
  expect(body).toContain("<title>A &amp; B · Boreal</title>");
  expect(body).toContain('data-rendered="/northwind/instances"');
  expect(body).toContain('<h1 data-style="color:#123">owner</h1>');
  expect(body).toContain("true</p>");
  expect(body).not.toContain('<link rel="stylesheet"');
  const rule = '[data-style="color:#123"]{color:#123!important}';
  const styles = [...body.matchAll(/<style>(.*?)<\/style>/g)].map(([, text]) => text);
  expect(styles).toEqual([rule, css]);
  expect(headers["content-security-policy"]).toContain(
    `style-src 'self' ${hash(css)} ${hash(rule)};`,
  );
  expect(headers["content-security-policy"]).toContain("script-src 'self';");
});

test("the renderer gets no session cookie", async () => {
  const { body } = await open("/northwind/instances");
  const session = owner.client.cookies.get("sid") ?? "none";
  expect(body).not.toContain(session);
  expect(body).toContain("theme=system");
});

test("a page goes out empty if it fails, needs more than its answers, takes too long, or has search parameters", async () => {
  for (const path of [
    "/northwind/projects",
    "/northwind/settings/credentials",
    "/northwind/activities",
    "/northwind/instances?status=active",
    "/nowhere/instances",
  ]) {
    const { statusCode, body } = await open(path);
    expect([path, statusCode]).toEqual([path, 200]);
    expect(body).toContain('<div id="root"></div>');
    expect(body).toContain("<title>Boreal</title>");
    // The answers are used all the same.
    expect(body).toContain('id="page-answers"');
  }
});

test("above eight renderings at once pages go out with their answers only, until the renderings end", async () => {
  // Four at a time, so that the answers of each are read in time on a busy computer.
  for (let batch = 0; batch < 3; batch++) {
    const opened = await Promise.all([1, 2, 3, 4].map(() => openInNetwork("/activities")));
    for (const { status, text } of opened) {
      expect(status).toBe(200);
      expect(text).toContain('<div id="root"></div>');
      expect(text).toContain('id="page-answers"');
    }
  }
  // One of the eight places is held by the page that takes too long in the test above.
  const { text } = await rawRequest(env.url, "GET", "/metrics");
  expect(text).toContain('boreal_pages_above_limit_total{without="view"} 5');
  expect((await openInNetwork("/instances")).text).toContain('<div id="root"></div>');
  held.resolve(null);
  expect((await openInNetwork("/instances")).text).toContain("owner</h1>");
});

test("a guest gets an empty page", async () => {
  const { body } = await open("/northwind/instances", {}, env.createClient());
  expect(body).toContain('<div id="root"></div>');
  expect(body).not.toContain("page-answers");
});

test("the page is compressed for clients that accept it, and the renderer's files are not served", async () => {
  const { headers, rawPayload } = await open("/northwind/instances", { "accept-encoding": "br" });
  expect([headers["content-encoding"], headers.vary]).toEqual([
    "br",
    expect.stringContaining("Accept-Encoding"),
  ]);
  expect(brotliDecompressSync(rawPayload).toString()).toContain("owner</h1>");
  const file = await env.app.inject({ method: "GET", url: "/.server/render-page.js" });
  expect(file.statusCode).toBe(404);
});

test("style attributes become rules only if they hold plain values", () => {
  expect(extractStyles('<i style="width:7em;height:1px"></i>&quot; style=&quot;')).toEqual({
    html: '<i data-style="width:7em;height:1px"></i>&quot; style=&quot;',
    styles: '[data-style="width:7em;height:1px"]{width:7em!important;height:1px!important}',
  });
  for (const hostile of [
    "color:red}body{color:blue",
    "a:&lt;/style&gt;",
    "background:url(//x)\\",
    "color",
  ])
    expect(extractStyles(`<i style="${hostile}"></i>`).styles).toBe("");
});

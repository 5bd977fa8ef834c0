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
const guestTemplate = template.replace("style-1", "guests-1");
const css = "body{margin:0}";
const guestCss = "body{margin:1px}";
const script = "addEventListener('click',()=>{})";

/** A renderer whose behavior the workspace's page decides, in place of the console's. */
const renderer = `export async function renderPage({ href, answers, cookies, isApple, signal }) {
  if (href.endsWith("/projects")) throw new Error("cannot be rendered");
  if (href.endsWith("/activities")) return await globalThis.heldRendering;
  if (href.endsWith("/settings/credentials")) return null;
  if (href.startsWith("/auth/")) {
    globalThis.guestRenderings = (globalThis.guestRenderings ?? 0) + 1;
    const ids = answers.answers.map(({ id }) => id).join();
    return { html: "<h1>" + href + "</h1><p>" + ids + " " + cookies + "</p>", title: "G", locale: /locale=(..)/.exec(cookies)[1] };
  }
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
  writeFileSync(join(folder, "dist/guests.html"), guestTemplate);
  writeFileSync(join(folder, "dist/assets/style-1.css"), css);
  writeFileSync(join(folder, "dist/assets/guests-1.css"), guestCss);
  writeFileSync(join(folder, "dist/.server/package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "dist/.server/render-page.js"), renderer);
  writeFileSync(join(folder, "dist/.server/early-input.js"), script);
  const routes = Object.fromEntries(
    ["", "/instances", "/projects", "/activities", "/settings/credentials"].map((path) => [
      `/$workspace${path}`,
      [],
    ]),
  );
  const paths = ["login", "invitation", "reset", "reset/$token", "verify/resend"];
  const guests = Object.fromEntries(paths.map((path) => [`/auth/${path}`, []]));
  const needSession = [...Object.keys(routes), "/workspaces/users/join/$inviteToken"];
  const all = { ...routes, "/workspaces/users/join/$inviteToken": [], "/404": [] };
  writeFileSync(
    join(folder, "dist/.vite/routes.json"),
    JSON.stringify({ routes: all, guests, needSession, locales: {} }),
  );
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

test("the page holds the view, its title and language, and styles and a script that the policy allows by their hash", async () => {
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
  expect(body).toContain(`</div><script>${script}</script>`);
  expect(headers["content-security-policy"]).toContain(`script-src 'self' ${hash(script)};`);
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

const openAsGuest = (path: string, headers: Record<string, string> = {}) =>
  open(path, headers, env.createClient());
const renderings = () => Number(Reflect.get(globalThis, "guestRenderings") ?? 0);

test("a guest gets a page for guests with its own styles, rendered once for each language", async () => {
  const first = await openAsGuest("/auth/login", { "accept-language": "de-AT" });
  expect(first.body).toContain('data-rendered="/auth/login"');
  expect(first.body).toContain('<html lang="de"');
  expect(first.body).toContain("<p>auth.providers ");
  const styles = [...first.body.matchAll(/<style>(.*?)<\/style>/g)].map(([, text]) => text);
  expect(styles).toEqual([guestCss]);
  expect(first.headers["content-security-policy"]).toContain(`style-src 'self' ${hash(guestCss)};`);
  expect(first.headers["cache-control"]).toBe("private, no-cache");
  const before = renderings();
  await openAsGuest("/auth/login", { "accept-language": "de-AT" });
  await openAsGuest("/auth/login", { cookie: "locale=de" });
  expect(renderings()).toBe(before);
  const english = await openAsGuest("/auth/login");
  expect(english.body).toContain('<html lang="en"');
  env.clock.advance(3_600_000);
  await openAsGuest("/auth/login");
  expect(renderings()).toBe(before + 2);
});

test("a page that needs a session is sign-in for a guest, at once, and an error page is not", async () => {
  for (const path of ["/northwind/instances", "/northwind/instances?status=active"])
    expect((await openAsGuest(path)).body).toContain('data-rendered="/auth/login"');
  for (const path of ["/404", "/auth/unknown", "/no/such/page"]) {
    const { body } = await openAsGuest(path);
    expect(body).toContain('<div id="root"></div>');
    expect(body).toContain(css);
  }
});

test("neither the token of an email link nor a search parameter is part of a kept rendering", async () => {
  const secret = "a-token-of-a-link";
  const { body, headers } = await openAsGuest(`/auth/reset/${secret}`);
  expect(body).toContain('data-rendered="/auth/reset/opened"');
  expect(body).not.toContain(secret);
  expect(headers["referrer-policy"]).toBe("no-referrer");
  const marked = await openAsGuest("/auth/login?utm=campaign");
  expect(marked.body).toContain('data-rendered="/auth/login"');
  expect(marked.body).not.toContain("campaign");
});

test("a page whose text depends on its parameters or on the previous page goes out empty", async () => {
  for (const [path, cookie] of [
    ["/auth/login?step=code", ""],
    ["/auth/verify/resend?email=kim%40example.org", ""],
    ["/auth/verify/resend", "page-state=1"],
  ] as const) {
    const { body } = await openAsGuest(path, { cookie });
    expect(body).toContain('<div id="root"></div>');
    expect(body).toContain(guestCss);
  }
});

test("an invitation that is not answered is left to the browser, and is not kept", async () => {
  const { body } = await openAsGuest("/workspaces/users/join/unknown-token");
  expect(body).toContain('<div id="root"></div>');
  expect(body).toContain('id="page-answers"');
  const hostile = await openAsGuest("/auth/login", {
    cookie: `routeMe=${encodeURIComponent("/workspaces/users/join/<b>")}`,
  });
  expect(hostile.body).toContain('data-rendered="/auth/login"');
});

test("a user with a session cookie gets no guest's rendering of sign-in", async () => {
  const { body, headers } = await open("/auth/login");
  expect(body).toContain("auth.self");
  expect(body).not.toContain('data-rendered="/auth/login"');
  expect(headers["cache-control"]).toBe("no-store");
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

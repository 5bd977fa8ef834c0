import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { cookieDomainTag } from "../../../core/http/page-template.ts";
import { fromUniqueIp, validPassword, registration } from "../../../testing/accounts.ts";
import { createUser, createWorkspace, type TestUser } from "../../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let plain: TestEnvironment;
let secure: TestEnvironment;
beforeAll(async () => {
  [plain, secure] = await Promise.all([
    startTestEnvironment(),
    startTestEnvironment({ secureCookies: true, cookieDomain: "boreal.test", signIn: true }),
  ]);
});
afterAll(() => Promise.all([plain.stop(), secure.stop()]));

/** Attributes by cookie name, sorted; the expiry time is compared separately. */
const attributesOf = (headers: Headers) =>
  Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [pair = "", ...attributes] = line.split("; ");
      return [
        pair.slice(0, pair.indexOf("=")),
        attributes
          .map((attribute) => attribute.replace(/^Expires=.*/, "Expires"))
          .filter((attribute) => attribute !== "Max-Age=0")
          .sort(),
      ];
    }),
  );

async function signIn(env: TestEnvironment, email: string) {
  await createUser(env, email, {
    passwordHash: await env.passwords.hash(validPassword),
  });
  const client = env.createClient();
  const response = await client.call(
    api.auth.login,
    { body: { email, password: validPassword } },
    fromUniqueIp(),
  );
  return { client, response };
}

test("C16: the session cookie is limited to this host; only the console's indicator is shared", async () => {
  const { client, response } = await signIn(secure, "flags@example.org");
  const table = {
    "__Host-sid": ["Expires", "HttpOnly", "Path=/", "SameSite=Strict", "Secure"],
    csrf: ["Domain=boreal.test", "Expires", "Path=/", "SameSite=Lax", "Secure"],
  };
  const device = ["Expires", "HttpOnly", "Path=/", "SameSite=Strict", "Secure"];
  expect(attributesOf(response.headers)).toEqual({ ...table, "__Host-did": device });
  expect(attributesOf((await client.call(api.auth.refresh, {})).headers)).toEqual(table);
  const cleared = (await client.call(api.auth.logout, {})).headers;
  expect(attributesOf(cleared)).toEqual(table);
  for (const line of cleared.getSetCookie()) expect(line).toContain("Expires=Thu, 01 Jan 1970");
});

test("the OAuth flow cookie is limited to this host and ten minutes", async () => {
  const client = secure.createClient();
  const path = { provider: "google" };
  const table = { "__Host-oauth": ["Expires", "HttpOnly", "Path=/", "SameSite=Lax", "Secure"] };
  const { headers } = await client.call(api.auth.oauthStart, { path });
  expect(attributesOf(headers)).toEqual(table);
  const end = new Date(secure.clock.now().getTime() + 600_000).toUTCString();
  expect(headers.get("set-cookie")).toContain(`Expires=${end}`);
  const cleared = (await client.call(api.auth.oauthSignIn, { path, body: {} })).headers;
  expect(attributesOf(cleared)).toEqual(table);
  expect(cleared.get("set-cookie")).toContain("Expires=Thu, 01 Jan 1970");
});

test("the registration cookie is limited to this host and a week", async () => {
  const body = registration("bound@example.org");
  const { headers } = await secure.createClient().call(api.auth.register, { body }, fromUniqueIp());
  expect(attributesOf(headers)).toEqual({
    "__Host-registered": ["Expires", "HttpOnly", "Path=/", "SameSite=Strict", "Secure"],
  });
  const end = new Date(secure.clock.now().getTime() + 7 * 24 * 3_600_000).toUTCString();
  expect(headers.get("set-cookie")).toContain(`Expires=${end}`);
});

test("both session cookies last until the session's absolute expiry, the device cookie ninety days", async () => {
  const { response } = await signIn(plain, "life@example.org");
  const inHours = (hours: number) =>
    `Expires=${new Date(plain.clock.now().getTime() + hours * 3_600_000).toUTCString()}`;
  for (const line of response.headers.getSetCookie())
    expect(line).toContain(inHours(line.startsWith("did=") ? 90 * 24 : 12));
});

test("C16: a duplicate session cookie is ignored, and so is one without the prefix", async () => {
  const { client } = await signIn(secure, "double@example.org");
  const sid = encodeURIComponent(client.cookies.get("__Host-sid") ?? "");
  const requestWithCookie = async (cookie: string) => {
    const response = await secure.app.inject({
      method: "GET",
      url: "/auth/self",
      headers: { cookie },
    });
    return z.object({ code: z.string().optional() }).parse(response.json()).code;
  };
  expect(await requestWithCookie(`__Host-sid=${sid}`)).toBeUndefined();
  expect(await requestWithCookie(`__Host-sid=${sid}; __Host-sid=${sid}`)).toBe(
    "authentication_failed_no_session_found_ch",
  );
  expect(await requestWithCookie(`__Host-sid=; __Host-sid=${sid}`)).toBe(
    "authentication_failed_no_session_found_ch",
  );
  expect(await requestWithCookie(`sid=${sid}`)).toBe("no_session");
});

test("a mutation by a session requires its own token in the header", async () => {
  const { client } = await signIn(plain, "csrf@example.org");
  const other = (await signIn(plain, "other-csrf@example.org")).client;
  const create = async (token: string | null) => {
    const body = { name: "Planted", handle: "planted" };
    const headers = token === null ? {} : { "x-csrf-token": token };
    return (await client.call(api.workspaces.create, { body }, { withoutCsrf: true, headers }))
      .code;
  };
  expect(await create(null)).toBe("authentication_error_no_csrf_header");
  expect(await create("wrong")).toBe("authentication_error_invalid_csrf");
  expect(await create(other.cookies.get("csrf") ?? "")).toBe("authentication_error_invalid_csrf");
  expect((await client.call(api.auth.logout, {}, { withoutCsrf: true })).code).toBe(
    "authentication_error_no_csrf_header",
  );
  expect((await client.call(api.auth.refresh, {}, { withoutCsrf: true })).code).toBe(
    "authentication_error_no_csrf_header",
  );
  expect((await client.call(api.workspaces.list, {})).data.data).toEqual([]);
});

test("C17: a planted cookie with the same value in the header does not pass", async () => {
  const { client } = await signIn(plain, "planted@example.org");
  client.cookies.set("csrf", "attackers");
  const response = await client.call(
    api.workspaces.create,
    { body: { name: "Planted", handle: "planted" } },
    { headers: { "x-csrf-token": "attackers" } },
  );
  expect([response.status, response.code]).toEqual([401, "authentication_error_invalid_csrf"]);
  expect((await client.call(api.workspaces.list, {})).data.data).toEqual([]);
});

test("a form of another site cannot sign in", async () => {
  const body = JSON.stringify({ email: "csrf@example.org", password: validPassword });
  const post = (headers: Record<string, string>) =>
    plain.app.inject({ method: "POST", url: "/auth/login", headers, payload: body });
  expect((await post({ "content-type": "text/plain" })).statusCode).toBe(415);
  expect((await post({ "content-type": "application/x-www-form-urlencoded" })).statusCode).toBe(
    415,
  );
  const json = { "content-type": "application/json" };
  expect((await post({ ...json, origin: "https://evil.test" })).json()).toMatchObject({
    code: "request_context_not_allowed",
  });
  expect((await post({ ...json, "sec-fetch-site": "cross-site" })).json()).toMatchObject({
    code: "request_context_not_allowed",
  });
  expect((await post({ ...json, origin: plain.publicUrl.origin })).statusCode).toBe(200);
});

test("the last-workspace cookie survives sign-out and grants no access", async () => {
  const { client } = await signIn(plain, "hint@example.org");
  const outsider: TestUser = await createUser(plain, "outsider@example.org");
  await createWorkspace(plain, outsider, "hinted");
  client.cookies.set("workspace", "hinted");
  expect((await client.call(api.workspaces.view, { path: { workspace: "hinted" } })).code).toBe(
    "permission_denied_missing_role",
  );
  await client.call(api.auth.logout, {});
  expect(client.cookies.get("workspace")).toBe("hinted");
});

test("the console learns the cookie domain if sibling hosts share cookies", () => {
  expect(cookieDomainTag(null)).toBe("");
  expect(cookieDomainTag("boreal.test")).toBe('<meta name="cookie-domain" content="boreal.test">');
});

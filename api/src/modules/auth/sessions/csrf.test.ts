/** T07: requests that another site's page can make a browser send change nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints, api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { fromUniqueIp, validPassword } from "../../../testing/accounts.ts";
import { databaseFingerprint } from "../../../testing/database-fingerprint.ts";
import { createUser, createWorkspace, type TestUser, signIn } from "../../../testing/users.ts";
import { totpCode, createTwoFactorUser } from "../../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

const missing = [401, "authentication_error_no_csrf_header"];
const wrong = [401, "authentication_error_invalid_csrf"];
const rejectedContext = [400, "request_context_not_allowed"];

let env: TestEnvironment;
let user: TestUser;
let passwordHash: string;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
  passwordHash = await env.passwords.hash(validPassword);
  user = await createUser(env, "owner@csrf.test", { passwordHash });
  await createWorkspace(env, user, "csrf");
});
afterAll(() => env.stop());

const Coded = z.object({ code: z.string() });
async function send(
  path: string,
  body: unknown,
  headers: Record<string, string>,
  client = user.client,
) {
  const response = await client.send("POST", path, body, { withoutCsrf: true, headers });
  const text = await response.text();
  return [response.status, response.status < 300 ? null : Coded.parse(JSON.parse(text)).code];
}
let userCount = 0;
const create = (headers: Record<string, string>, client = user.client) =>
  send(
    "/api/v1/workspaces/csrf/projects",
    { name: `Planted ${(userCount += 1)}` },
    headers,
    client,
  );
const csrfOf = (client: TestUser["client"]) => client.cookies.get("csrf") ?? "";

test("C062: a mutation requires its own session's token in a header: a missing, empty or different one is rejected", async () => {
  const other = await createUser(env, "other@csrf.test");
  const second = await signIn(env, user.id);
  const own = csrfOf(user.client);
  const before = await databaseFingerprint(env);
  expect(await create({})).toEqual(missing);
  expect(await create({ "x-csrf-token": "" })).toEqual(missing);
  for (const token of [
    "wrong",
    csrfOf(other.client),
    csrfOf(second),
    own.slice(1),
    `${own}x`,
    own.toUpperCase(),
    `${own}, ${own}`,
  ])
    expect([token, ...(await create({ "x-csrf-token": token }))]).toEqual([token, ...wrong]);
  expect(await databaseFingerprint(env)).toEqual(before);
  expect(await create({ "x-csrf-token": own })).toEqual([201, null]);
});

test("C17: a planted cookie has no effect, and neither does a missing one", async () => {
  const client = await signIn(env, user.id);
  const own = csrfOf(client);
  client.cookies.set("csrf", "planted");
  expect(await create({ "x-csrf-token": "planted" }, client)).toEqual(wrong);
  expect(await create({ "x-csrf-token": own }, client)).toEqual([201, null]);
  client.cookies.delete("csrf");
  expect(await create({ "x-csrf-token": own }, client)).toEqual([201, null]);
});

test("T08: tokens from before sign-in and before its second step are invalid afterwards", async () => {
  const guarded = await createTwoFactorUser(env, "guarded@csrf.test");
  const client = env.createClient();
  const tokens = [];
  await client.call(
    api.auth.login,
    { body: { email: user.email, password: validPassword } },
    fromUniqueIp(),
  );
  tokens.push(csrfOf(client));
  const { data } = await client.call(
    api.auth.login,
    { body: { email: guarded.email, password: validPassword } },
    fromUniqueIp(),
  );
  tokens.push(csrfOf(client));
  expect(data.userSession.csrf).toBe(tokens[1]);
  const step = { token: totpCode(env, guarded.secret) };
  expect(await send("/auth/login/2fa", step, {}, client)).toEqual(missing);
  expect(await send("/auth/login/2fa", step, { "x-csrf-token": tokens[0] ?? "" }, client)).toEqual(
    wrong,
  );
  expect((await client.call(api.auth.loginTwoFactor, { body: step })).status).toBe(200);
  tokens.push(csrfOf(client));
  expect(new Set(tokens).size).toBe(3);
  for (const token of tokens.slice(0, 2))
    expect(await send("/auth/refresh", undefined, { "x-csrf-token": token }, client)).toEqual(
      wrong,
    );
});

test("a form can neither sign in nor sign up: only JSON is accepted", async () => {
  const forms: [string, string][] = [
    ["text/plain", JSON.stringify({ email: user.email, password: validPassword })],
    ["application/x-www-form-urlencoded", `email=${user.email}&password=${validPassword}`],
    [
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na\r\n--x--',
    ],
    ["application/jsonp", JSON.stringify({ email: user.email, password: validPassword })],
    ["text/plain; application/json", "{}"],
  ];
  for (const path of ["/auth/login", "/auth/register", "/auth/reset", "/auth/oauth2/google"]) {
    for (const [type, body] of forms) {
      const client = env.createClient();
      const response = await send(path, body, { "content-type": type }, client);
      expect([path, type, ...response]).toEqual([path, type, 415, "unsupported_media_type"]);
      expect(client.cookies.size).toBe(0);
    }
  }
  const { headers } = fromUniqueIp();
  const good = { email: user.email, password: validPassword };
  for (const type of ["application/json; charset=utf-8", "Application/JSON"])
    expect(
      await send("/auth/login", good, { ...headers, "content-type": type }, env.createClient()),
    ).toEqual([200, null]);
});

test("another site can neither sign in nor change anything, whatever it sends", async () => {
  const good = { email: user.email, password: validPassword };
  const own = { "x-csrf-token": csrfOf(user.client) };
  const foreignHeaders: Record<string, string>[] = [
    { origin: "https://evil.test" },
    { origin: `${env.publicUrl.origin}.evil.test` },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreignHeaders) {
    expect(await send("/auth/login", good, headers, env.createClient())).toEqual(rejectedContext);
    expect(await create({ ...headers, ...own })).toEqual(rejectedContext);
  }
  const { origin } = env.publicUrl;
  expect(await create({ origin, "sec-fetch-site": "same-origin", ...own })).toEqual([201, null]);
});

test("HEAD runs no mutation", async () => {
  const before = await databaseFingerprint(env);
  const changing = allEndpoints.filter(
    (endpoint) => endpoint.method === "GET" && endpoint.mutates === true,
  );
  expect(changing.length).toBeGreaterThan(3);
  for (const endpoint of changing) {
    const path = endpoint.path.replace(/:[a-zA-Z]+/g, "x".repeat(43));
    const response = await user.client.send("HEAD", path);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  expect(await databaseFingerprint(env)).toEqual(before);
});

test("reads require no token, signing out does", async () => {
  const client = await signIn(env, user.id);
  expect((await client.call(api.auth.self, {}, { withoutCsrf: true })).status).toBe(200);
  expect(await send("/auth/logout", undefined, {}, client)).toEqual(missing);
  expect((await client.call(api.auth.self, {})).status).toBe(200);
  const { n } = await env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM project WHERE name NOT LIKE 'Planted%'`),
  );
  expect(n).toBe(0);
});

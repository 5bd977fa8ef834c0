/** Cross-site request protection: CSRF token, origin, media type, navigation. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createUser, createWorkspace, type TestUser, signIn } from "../../testing/users.ts";
import { rawRequest } from "../../testing/raw-request.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { csrfToken } from "./session-token.ts";
import { sql } from "../db/db.ts";
import { uuidv7 } from "../lib/crypto.ts";

let env: TestEnvironment;
let owner: TestUser;
const address = "/api/v1/workspaces/northwind/projects";
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  await createWorkspace(env, owner, "northwind");
});
afterAll(() => env.stop());

const Coded = z.object({ code: z.string() });
const codeOf = async (response: Response) => Coded.safeParse(await response.json()).data?.code;
const projectCount = () =>
  env.db.withSystemRole(
    "a test counts",
    async (tx) => (await tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM project`)).n,
  );

let names = 0;
/** Tries to create a project with these headers instead of the valid ones. */
async function attempt(
  headers: Record<string, string>,
  options: { withoutCsrf?: boolean; body?: string } = {},
) {
  names += 1;
  const before = await projectCount();
  const response = await owner.client.send(
    "POST",
    address,
    options.body ?? JSON.stringify({ name: `Attempt ${names}` }),
    {
      headers,
      ...(options.withoutCsrf === undefined ? {} : { withoutCsrf: options.withoutCsrf }),
    },
  );
  const added = (await projectCount()) - before;
  return {
    status: response.status,
    code: response.status < 300 ? null : await codeOf(response),
    added,
  };
}
const added = { status: 201, code: null, added: 1 };
const rejection = (status: number, code: string) => ({ status, code, added: 0 });

describe("the CSRF token of a session", () => {
  test("allows the mutation if it is sent in the header", async () => {
    expect(await attempt({})).toEqual(added);
  });

  test("is required", async () => {
    expect(await attempt({}, { withoutCsrf: true })).toEqual(
      rejection(401, "authentication_error_no_csrf_header"),
    );
    expect(await attempt({ "x-csrf-token": "" })).toEqual(
      rejection(401, "authentication_error_no_csrf_header"),
    );
  });

  test("is rejected if it is wrong, of another user, of another session of the same user, or only in a cookie", async () => {
    const outsider = await createUser(env, "outsider@elsewhere.test");
    const mineElsewhere = await signIn(env, owner.id);
    const wrong = [
      "x",
      "x".repeat(43),
      outsider.client.cookies.get("csrf"),
      mineElsewhere.cookies.get("csrf"),
      csrfToken(env.keys, uuidv7(env.clock.now())),
    ];
    for (const token of wrong) {
      expect(await attempt({ "x-csrf-token": token ?? "" })).toEqual(
        rejection(401, "authentication_error_invalid_csrf"),
      );
    }
    const planted = env.createClient();
    planted.cookies.set("sid", owner.client.cookies.get("sid") ?? "");
    planted.cookies.set("csrf", "planted");
    const response = await planted.send(
      "POST",
      address,
      { name: "Planted" },
      { headers: { "x-csrf-token": "planted" } },
    );
    expect([response.status, await codeOf(response)]).toEqual([
      401,
      "authentication_error_invalid_csrf",
    ]);
  });

  test("is checked before the permission and after the session", async () => {
    const outsider = await createUser(env, "no-role@elsewhere.test");
    const withoutRole = await outsider.client.send(
      "POST",
      address,
      { name: "x" },
      { withoutCsrf: true },
    );
    expect(await codeOf(withoutRole)).toBe("authentication_error_no_csrf_header");
    const anonymous = await env.createClient().send("POST", address, { name: "x" });
    expect(await codeOf(anonymous)).toBe("authentication_failed_no_session_found_ch");
  });

  test("is not required for reads", async () => {
    expect((await owner.client.send("GET", address, undefined, { withoutCsrf: true })).status).toBe(
      200,
    );
  });
});

describe("the origin of a mutation", () => {
  test("accepts the console's own origin and rejects any other", async () => {
    expect(await attempt({ origin: env.publicUrl.origin })).toEqual(added);
    for (const origin of [
      "https://evil.test",
      "null",
      `${env.publicUrl.origin}.evil.test`,
      env.publicUrl.origin.replace("http:", "https:"),
      "http://evil.console.boreal.test",
    ]) {
      expect(await attempt({ origin })).toEqual(rejection(400, "request_context_not_allowed"));
    }
  });

  test("rejects requests that the browser marks as cross-site", async () => {
    expect(await attempt({ "sec-fetch-site": "cross-site" })).toEqual(
      rejection(400, "request_context_not_allowed"),
    );
    expect(await attempt({ "sec-fetch-site": "same-origin" })).toEqual(added);
  });

  test("rejects cross-site sign-in, even without a session", async () => {
    const body = { email: "owner@northwind.test", password: "whatever it is" };
    const response = await env
      .createClient()
      .send("POST", "/auth/login", body, { headers: { origin: "https://evil.test" } });
    expect([response.status, await codeOf(response)]).toEqual([400, "request_context_not_allowed"]);
  });
});

describe("the media type of a mutation", () => {
  test("accepts JSON with any parameters", async () => {
    expect(await attempt({ "content-type": "application/json; charset=utf-8" })).toEqual(added);
    expect(await attempt({ "content-type": "Application/JSON" })).toEqual(added);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
    "application/jsonp",
    "text/json",
  ])("not %s, which a form could send", async (type) => {
    expect(await attempt({ "content-type": type })).toEqual(
      rejection(415, "unsupported_media_type"),
    );
  });

  test("rejects compressed bodies", async () => {
    expect(await attempt({ "content-encoding": "gzip" })).toEqual(
      rejection(415, "unsupported_media_type"),
    );
    expect(await attempt({ "content-encoding": "identity" })).toEqual(added);
  });
});

describe("a link in an email", () => {
  const link = `/auth/verify-email/${"x".repeat(43)}`;
  test.each([
    ["opened as a page", { "sec-fetch-mode": "navigate", accept: "text/html" }],
    ["fetched ahead of time", { "sec-purpose": "prefetch" }],
    ["fetched ahead of time by an older browser", { purpose: "prefetch" }],
    ["followed from another site", { "sec-fetch-site": "cross-site" }],
  ])("%s spends no token", async (_, headers) => {
    const { status, text } = await rawRequest(env.url, "GET", link, { headers });
    expect([status, Coded.parse(JSON.parse(text)).code]).toEqual([
      400,
      "request_context_not_allowed",
    ]);
  });

  test("responds to a scanner's HEAD request without any effect", async () => {
    expect((await env.createClient().send("HEAD", link)).status).toBe(405);
  });
});

describe("a console on a sibling host", () => {
  const preflight = (origin: string) =>
    env.createClient().send("OPTIONS", address, undefined, {
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,x-csrf-token",
      },
    });

  test("gets the allowed methods and headers in a preflight", async () => {
    const response = await preflight(env.publicUrl.origin);
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe(env.publicUrl.origin);
    expect(response.headers.get("access-control-allow-credentials")).toBe("true");
    expect(response.headers.get("access-control-allow-headers")).toContain("x-csrf-token");
    expect(response.headers.get("vary")).toContain("Origin");
  });

  test("sends no CORS headers to other hosts", async () => {
    const response = await preflight("https://evil.test");
    expect(response.status).toBe(405);
    expect(
      [...response.headers.keys()].filter((name) => name.startsWith("access-control-")),
    ).toEqual([]);
  });
});

describe("an access token", () => {
  const bearer = { headers: { authorization: "Bearer gcw_nobody" } };

  test("is rejected by account, sign-in and staff endpoints", async () => {
    for (const path of ["/auth/self", "/api/v1/settings/user-sessions", "/admin/users"]) {
      const response = await owner.client.send("GET", path, undefined, bearer);
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        403,
        { code: "no_access_for_jwt" },
      ]);
    }
  });

  test("makes the server ignore the cookies of the request", async () => {
    const list = "/api/v1/workspaces/northwind/projects";
    expect((await owner.client.send("GET", list)).status).toBe(200);
    expect((await owner.client.send("GET", list, undefined, bearer)).status).toBe(401);
  });
});

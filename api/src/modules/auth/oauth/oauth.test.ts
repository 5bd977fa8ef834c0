/** How an OAuth response is bound to the browser that started the flow, and how it is validated. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auth } from "#contracts/auth.ts";
import type { GoogleFault } from "#emulators/identity/google.ts";
import type { TestClient } from "../../../testing/client.ts";
import { signInWithProvider, visitProvider } from "../../../testing/oauth-flow.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
let standIns: NonNullable<TestEnvironment["signIn"]>;
let count = 0;
/** An address in Google's own domain that no account uses yet. */
const someone = () => ({ email: `someone-${++count}@gmail.com`, firstName: "Ada", lastName: "B" });

beforeAll(async () => {
  env = await startTestEnvironment({ signIn: true });
  if (env.signIn === null) throw new Error("The environment has no OAuth providers");
  standIns = env.signIn;
});
afterAll(() => env.stop());
// Throttles are reset after 15 minutes.
beforeEach(() => env.clock.advance(16 * 60_000));
afterEach(() => standIns.google.fail(null));

const google = { provider: "google" };
const finish = (
  client: TestClient,
  body: { authorizationCode?: string; state?: string },
  path: { provider: string } = google,
) => client.call(auth.oauthSignIn, { path, body });

test("lists the configured providers to everyone", async () => {
  const { data } = await env.createClient().call(auth.providers, {});
  expect(data.providers).toEqual(["google", "github"]);
});

test("sends the browser to the provider with a challenge and keeps the verifier encrypted in a cookie", async () => {
  const client = env.createClient();
  const { data } = await client.call(auth.oauthStart, { path: google });
  const url = new URL(data.url);
  expect(url.origin).toBe(standIns.google.issuer);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    redirect_uri: "http://console.boreal.test/auth/oauth/google",
    response_type: "code",
    code_challenge_method: "S256",
    scope: "openid email profile",
  });
  const sealed = Buffer.from(client.cookies.get("oauth") ?? "", "base64url").toString("latin1");
  expect(sealed).not.toContain(url.searchParams.get("state"));
});

test("returns 404 for an unknown provider or one that is not configured", async () => {
  const client = env.createClient();
  for (const provider of ["facebook", "__proto__", "Google"]) {
    expect((await client.call(auth.oauthStart, { path: { provider } })).code).toBe("not_found");
    expect((await finish(client, { authorizationCode: "c", state: "s" }, { provider })).code).toBe(
      "not_found",
    );
  }
});

test.each(["google", "github"] as const)(
  "a user who returns from %s is signed in",
  async (name) => {
    const client = env.createClient();
    const { data, headers } = await signInWithProvider(client, name, someone());
    expect(data.userSession).toMatchObject({ authType: "oauth", secondStep: null });
    expect(data.user).toMatchObject({ firstName: "Ada", lastName: "B", hasPassword: false });
    expect(
      headers.getSetCookie().some((line) => /^oauth=;.*Expires=Thu, 01 Jan 1970/.test(line)),
    ).toBe(true);
    expect((await client.call(auth.self, {})).data.user.id).toBe(data.user.id);
  },
);

describe("C38: a response that does not belong to this browser's flow never reaches the provider", () => {
  const rejected = async (asking: () => Promise<{ status: number; code: string | null }>) => {
    const before = standIns.google.tokenCalls() + standIns.github.tokenCalls();
    const { status, code } = await asking();
    expect({ status, code }).toEqual({ status: 401, code: "invalid_google_authorization_code" });
    expect(standIns.google.tokenCalls() + standIns.github.tokenCalls()).toBe(before);
  };

  test("the code of one flow with the state of another", async () => {
    const mine = env.createClient();
    const { authorizationCode } = await visitProvider(mine, "google", someone());
    const other = await visitProvider(env.createClient(), "google", someone());
    await rejected(() => finish(mine, { authorizationCode, state: other.state }));
  });

  test("the code and state of another browser's flow", async () => {
    const mine = env.createClient();
    await visitProvider(mine, "google", someone());
    const other = await visitProvider(env.createClient(), "google", someone());
    await rejected(() => finish(mine, other));
  });

  test("no state, no code, or neither", async () => {
    for (const leftOut of ["state", "authorizationCode", "both"]) {
      const client = env.createClient();
      const { authorizationCode, state } = await visitProvider(client, "google", someone());
      await rejected(() =>
        finish(client, {
          ...(leftOut === "authorizationCode" && { state }),
          ...(leftOut === "state" && { authorizationCode }),
        }),
      );
    }
  });

  test("no cookie", async () => {
    const callback = await visitProvider(env.createClient(), "google", someone());
    await rejected(() => finish(env.createClient(), callback));
  });

  test("a cookie that was changed, or came twice", async () => {
    const client = env.createClient();
    const callback = await visitProvider(client, "google", someone());
    const cookie = client.cookies.get("oauth") ?? "";
    client.cookies.set("oauth", `${cookie.slice(0, -4)}AAAA`);
    await rejected(() => finish(client, callback));
    client.cookies.set("oauth", `${cookie}; oauth=${cookie}`);
    await rejected(() => finish(client, callback));
  });

  test("a flow started with the other provider", async () => {
    const client = env.createClient();
    const callback = await visitProvider(client, "github", someone());
    await rejected(() => finish(client, callback));
  });

  test("a flow started more than ten minutes ago", async () => {
    const client = env.createClient();
    const callback = await visitProvider(client, "google", someone());
    env.clock.advance(10 * 60_000);
    await rejected(() => finish(client, callback));
  });

  test("a repeated state, with or without the cookie", async () => {
    const client = env.createClient();
    const callback = await visitProvider(client, "google", someone());
    const stored = client.cookies.get("oauth") ?? "";
    expect((await finish(client, callback)).status).toBe(200);
    expect(client.cookies.has("oauth")).toBe(false);
    await rejected(() => finish(client, callback));
    client.cookies.set("oauth", stored);
    await rejected(() => finish(client, callback));
  });

  test("a failed flow cannot be repeated, even if the code is still valid", async () => {
    const client = env.createClient();
    const callback = await visitProvider(client, "google", someone());
    standIns.google.fail("down");
    expect((await finish(client, callback)).code).toBe("invalid_google_authorization_code");
    expect(client.cookies.has("oauth")).toBe(false);
    standIns.google.fail(null);
    await rejected(() => finish(client, callback));
  });
});

test("of concurrent responses one signs in, and the provider is called once", async () => {
  const client = env.createClient();
  const callback = await visitProvider(client, "google", someone());
  const before = standIns.google.tokenCalls();
  const cookies = new Map(client.cookies);
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => {
      const tab = env.createClient();
      for (const [name, value] of cookies) tab.cookies.set(name, value);
      return finish(tab, callback);
    }),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
  expect(standIns.google.tokenCalls()).toBe(before + 1);
});

test("a code planted in this browser's flow does not match its verifier", async () => {
  const mine = env.createClient();
  const { state } = await visitProvider(mine, "google", someone());
  const { authorizationCode } = await visitProvider(env.createClient(), "google", someone());
  const response = await finish(mine, { authorizationCode, state });
  expect(response.code).toBe("invalid_google_authorization_code");
});

describe("an invalid provider response is rejected", () => {
  test.each<GoogleFault>([
    "alg-none",
    "wrong-signature",
    "wrong-issuer",
    "wrong-audience",
    "wrong-nonce",
    "expired",
    "redirect",
    "oversized",
    "down",
  ])("%s", async (error) => {
    const client = env.createClient();
    const callback = await visitProvider(client, "google", someone());
    standIns.google.fail(error);
    const { status, code } = await finish(client, callback);
    expect({ status, code }).toEqual({ status: 401, code: "invalid_google_authorization_code" });
    expect(client.cookies.has("sid")).toBe(false);
    expect(standIns.google.strayCalls()).toBe(0);
  });

  test("has a problem code of its own for GitHub", async () => {
    const client = env.createClient();
    const { state } = await visitProvider(client, "github", someone());
    const response = await finish(
      client,
      { authorizationCode: "made-up", state },
      { provider: "github" },
    );
    expect(response.code).toBe("invalid_github_authorization_code");
  });
});

test("throttles a network after repeated failures", async () => {
  const client = env.createClient();
  for (let tried = 0; tried < 30; tried += 1)
    expect((await finish(client, { authorizationCode: "guess", state: "guess" })).status).toBe(401);
  const blocked = await finish(client, { authorizationCode: "guess", state: "guess" });
  expect(blocked.code).toBe("too_many_requests");
  expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(0);
});

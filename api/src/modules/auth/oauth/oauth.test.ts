/** What binds an answer from elsewhere to the browser that asked for it, and what of an answer is believed. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auth } from "#contracts/auth.ts";
import type { GoogleFault } from "#emulators/identity/google.ts";
import type { TestClient } from "../../../testing/client.ts";
import { signInWithProvider, visitProvider } from "../../../testing/oauth-flow.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
let standIns: NonNullable<TestEnvironment["signIn"]>;
let count = 0;
/** Google's own mail, and nobody has it yet. */
const someone = () => ({ email: `someone-${++count}@gmail.com`, firstName: "Ada", lastName: "B" });

beforeAll(async () => {
  env = await startTestEnvironment({ signIn: true });
  if (env.signIn === null) throw new Error("The world has no providers");
  standIns = env.signIn;
});
afterAll(() => env.stop());
// A quarter of an hour later what was tried before does not count.
beforeEach(() => env.clock.advance(16 * 60_000));
afterEach(() => standIns.google.fail(null));

const google = { provider: "google" };
const finish = (
  client: TestClient,
  body: { authorizationCode?: string; state?: string },
  path: { provider: string } = google,
) => client.call(auth.oauthSignIn, { path, body });

test("the providers that are set up are told to whoever asks", async () => {
  const { data } = await env.createClient().call(auth.providers, {});
  expect(data.providers).toEqual(["google", "github"]);
});

test("a browser is sent to the provider with a challenge, and keeps the secret part sealed", async () => {
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

test("a provider nobody knows, or that is not set up, is not there", async () => {
  const client = env.createClient();
  for (const provider of ["facebook", "__proto__", "Google"]) {
    expect((await client.call(auth.oauthStart, { path: { provider } })).code).toBe("not_found");
    expect((await finish(client, { authorizationCode: "c", state: "s" }, { provider })).code).toBe(
      "not_found",
    );
  }
});

test.each(["google", "github"] as const)(
  "whoever comes back from %s is signed in",
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

describe("an answer that is not of this browser's flow never reaches the provider", () => {
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
    const answer = await visitProvider(env.createClient(), "google", someone());
    await rejected(() => finish(env.createClient(), answer));
  });

  test("a cookie that was changed, or came twice", async () => {
    const client = env.createClient();
    const answer = await visitProvider(client, "google", someone());
    const cookie = client.cookies.get("oauth") ?? "";
    client.cookies.set("oauth", `${cookie.slice(0, -4)}AAAA`);
    await rejected(() => finish(client, answer));
    client.cookies.set("oauth", `${cookie}; oauth=${cookie}`);
    await rejected(() => finish(client, answer));
  });

  test("a flow that was begun at the other provider", async () => {
    const client = env.createClient();
    const answer = await visitProvider(client, "github", someone());
    await rejected(() => finish(client, answer));
  });

  test("a flow that was begun more than ten minutes ago", async () => {
    const client = env.createClient();
    const answer = await visitProvider(client, "google", someone());
    env.clock.advance(10 * 60_000);
    await rejected(() => finish(client, answer));
  });

  test("a state a second time, whether the cookie was kept or not", async () => {
    const client = env.createClient();
    const answer = await visitProvider(client, "google", someone());
    const stored = client.cookies.get("oauth") ?? "";
    expect((await finish(client, answer)).status).toBe(200);
    expect(client.cookies.has("oauth")).toBe(false);
    await rejected(() => finish(client, answer));
    client.cookies.set("oauth", stored);
    await rejected(() => finish(client, answer));
  });

  test("nor does one that failed once, though the code is still good", async () => {
    const client = env.createClient();
    const answer = await visitProvider(client, "google", someone());
    standIns.google.fail("down");
    expect((await finish(client, answer)).code).toBe("invalid_google_authorization_code");
    expect(client.cookies.has("oauth")).toBe(false);
    standIns.google.fail(null);
    await rejected(() => finish(client, answer));
  });
});

test("of answers side by side one is signed in, and the provider is asked once", async () => {
  const client = env.createClient();
  const answer = await visitProvider(client, "google", someone());
  const before = standIns.google.tokenCalls();
  const cookies = new Map(client.cookies);
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => {
      const tab = env.createClient();
      for (const [name, value] of cookies) tab.cookies.set(name, value);
      return finish(tab, answer);
    }),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
  expect(standIns.google.tokenCalls()).toBe(before + 1);
});

test("a code somebody slipped into this browser's flow does not fit its verifier", async () => {
  const mine = env.createClient();
  const { state } = await visitProvider(mine, "google", someone());
  const { authorizationCode } = await visitProvider(env.createClient(), "google", someone());
  const response = await finish(mine, { authorizationCode, state });
  expect(response.code).toBe("invalid_google_authorization_code");
});

describe("a provider's answer that is not right lets nobody in", () => {
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
    const answer = await visitProvider(client, "google", someone());
    standIns.google.fail(error);
    const { status, code } = await finish(client, answer);
    expect({ status, code }).toEqual({ status: 401, code: "invalid_google_authorization_code" });
    expect(client.cookies.has("sid")).toBe(false);
    expect(standIns.google.strayCalls()).toBe(0);
  });

  test("GitHub's has a code of its own", async () => {
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

test("a network that fails again and again has to wait", async () => {
  const client = env.createClient();
  for (let tried = 0; tried < 30; tried += 1)
    expect((await finish(client, { authorizationCode: "guess", state: "guess" })).status).toBe(401);
  const blocked = await finish(client, { authorizationCode: "guess", state: "guess" });
  expect(blocked.code).toBe("too_many_requests");
  expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(0);
});

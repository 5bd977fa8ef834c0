/** The provider against the emulator, over HTTP; the test's clock differs from the system clock by half a year. */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Google, type GoogleFault, startGoogle } from "#emulators/identity/google.ts";
import { completeSignInPage, type ConsentAnswers } from "#emulators/identity/browser.ts";
import { ManualClock } from "../../core/lib/clock.ts";
import { OauthProviderError, type OauthProvider } from "../../ports/oauth-provider.ts";
import { createGoogleProvider } from "./google.ts";

const redirectUri = "https://console.example.test/auth/oauth/google";
const clock = new ManualClock("2026-05-15T09:00:00Z");
const ada = { email: "ada@gmail.com", firstName: "Ada", lastName: "Byron" };

let google: Google;
let provider: OauthProvider;

beforeAll(async () => {
  google = await startGoogle({
    port: 0,
    clock,
    client: { id: "boreal", secret: "of-the-stand-in", redirectUris: [redirectUri] },
  });
  provider = createGoogleProvider({
    issuer: google.issuer,
    clientId: "boreal",
    clientSecret: "of-the-stand-in",
  });
});
afterAll(() => google.stop());
afterEach(() => google.fail(null));

interface Flow {
  state: string;
  nonce: string;
  verifier: string;
}
const newFlow = (): Flow => ({
  state: randomBytes(16).toString("base64url"),
  nonce: randomBytes(16).toString("base64url"),
  verifier: randomBytes(32).toString("base64url"),
});

async function visit(flow: Flow, responses: ConsentAnswers | "refuse"): Promise<URL> {
  const url = await provider.authorizeUrl({
    state: flow.state,
    nonce: flow.nonce,
    codeChallenge: createHash("sha256").update(flow.verifier).digest("base64url"),
    redirectUri,
  });
  return completeSignInPage(url, responses);
}

const spend = (callbackUrl: URL, flow: Flow, at = clock.now(), by = provider) =>
  by.identify({
    code: callbackUrl.searchParams.get("code") ?? "",
    verifier: flow.verifier,
    nonce: flow.nonce,
    redirectUri,
    now: at,
  });

async function identify(responses: ConsentAnswers) {
  const flow = newFlow();
  return spend(await visit(flow, responses), flow);
}

test("identifies a user by the account's subject", async () => {
  const flow = newFlow();
  const callbackUrl = await visit(flow, ada);
  expect(callbackUrl.href).toContain(redirectUri);
  expect(callbackUrl.searchParams.get("state")).toBe(flow.state);
  expect(await spend(callbackUrl, flow)).toEqual({
    subject: expect.stringMatching(/^\d+$/),
    email: "ada@gmail.com",
    isEmailVerified: true,
    isAuthoritative: true,
    firstName: "Ada",
    lastName: "Byron",
  });
});

test("the same account has the same subject again", async () => {
  const first = await identify(ada);
  const again = await identify(ada);
  expect(again.subject).toBe(first.subject);
});

test("a rejection returns without a code", async () => {
  const callbackUrl = await visit(newFlow(), "refuse");
  expect(callbackUrl.searchParams.get("error")).toBe("access_denied");
  expect(callbackUrl.searchParams.has("code")).toBe(false);
});

describe("Google is authoritative for an email address", () => {
  test.each([
    ["of its own mail", { email: "ada@googlemail.com" }, true],
    ["of an organisation it hosts", { email: "a@byron.se", hostedDomain: "byron.se" }, true],
    [
      "of an organisation, whatever the case",
      { email: "a@Byron.SE", hostedDomain: "byron.se" },
      true,
    ],
    [
      "but not of an organisation with another domain",
      { email: "a@byron.se", hostedDomain: "byron.fi" },
      false,
    ],
    ["but not of one hosted elsewhere", { email: "ada@example.test" }, false],
    ["but not of one that only ends alike", { email: "ada@notgmail.com" }, false],
    ["but not of one it has not verified", { email: "ada@gmail.com", emailVerified: false }, false],
  ])("%s", async (_case, responses, isAuthoritative) => {
    expect(await identify(responses)).toMatchObject({
      isAuthoritative,
      isEmailVerified: !("emailVerified" in responses),
    });
  });
});

describe("rejects an invalid ID token", () => {
  test.each<GoogleFault>([
    "alg-none",
    "wrong-signature",
    "wrong-issuer",
    "wrong-audience",
    "wrong-nonce",
    "no-nonce",
    "expired",
    "oversized",
    "down",
  ])("%s", async (error) => {
    const flow = newFlow();
    const callbackUrl = await visit(flow, ada);
    google.fail(error);
    await expect(spend(callbackUrl, flow)).rejects.toThrow(OauthProviderError);
  });

  test("does not follow a redirect of the token endpoint", async () => {
    const flow = newFlow();
    const callbackUrl = await visit(flow, ada);
    google.fail("redirect");
    await expect(spend(callbackUrl, flow)).rejects.toThrow(OauthProviderError);
    expect(google.strayCalls()).toBe(0);
  });

  test("gives up when the token endpoint does not respond", async () => {
    const flow = newFlow();
    const callbackUrl = await visit(flow, ada);
    google.fail("silent");
    const hasty = createGoogleProvider({
      issuer: google.issuer,
      clientId: "boreal",
      clientSecret: "of-the-stand-in",
      timeoutSeconds: 0.3,
    });
    await expect(spend(callbackUrl, flow, clock.now(), hasty)).rejects.toThrow(/timed out/);
  });
});

describe("rejects a code", () => {
  test("without the verifier of its flow", async () => {
    const flow = newFlow();
    const callbackUrl = await visit(flow, ada);
    await expect(spend(callbackUrl, { ...flow, verifier: newFlow().verifier })).rejects.toThrow(
      OauthProviderError,
    );
  });

  test("with the nonce of another flow", async () => {
    const flow = newFlow();
    const callbackUrl = await visit(flow, ada);
    await expect(spend(callbackUrl, { ...flow, nonce: newFlow().nonce })).rejects.toThrow(
      OauthProviderError,
    );
  });

  test("that was already used", async () => {
    const flow = newFlow();
    const callbackUrl = await visit(flow, ada);
    await spend(callbackUrl, flow);
    await expect(spend(callbackUrl, flow)).rejects.toThrow(OauthProviderError);
  });

  test("two hours later by the injected clock, when its token has expired", async () => {
    const flow = newFlow();
    const callbackUrl = await visit(flow, ada);
    const later = new Date(clock.now().getTime() + 2 * 3_600_000);
    await expect(spend(callbackUrl, flow, later)).rejects.toThrow(OauthProviderError);
  });

  test("with a wrong client secret", async () => {
    const flow = newFlow();
    const callbackUrl = await visit(flow, ada);
    const impostor = createGoogleProvider({
      issuer: google.issuer,
      clientId: "boreal",
      clientSecret: "guessed",
    });
    await expect(spend(callbackUrl, flow, clock.now(), impostor)).rejects.toThrow(
      OauthProviderError,
    );
  });
});

test("an unreachable provider is a failure, not a crash", async () => {
  const gone = await startGoogle({
    port: 0,
    clock,
    client: { id: "boreal", secret: "s", redirectUris: [redirectUri] },
  });
  await gone.stop();
  const unreachable = createGoogleProvider({
    issuer: gone.issuer,
    clientId: "boreal",
    clientSecret: "s",
  });
  await expect(
    unreachable.authorizeUrl({ state: "s", nonce: "n", codeChallenge: "c", redirectUri }),
  ).rejects.toThrow(OauthProviderError);
});

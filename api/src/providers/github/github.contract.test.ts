/** The provider against the emulator, over HTTP. */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { WireFault } from "#emulators/identity/faults.ts";
import { type Github, startGithub } from "#emulators/identity/github.ts";
import { completeSignInPage, type ConsentAnswers } from "#emulators/identity/browser.ts";
import { ManualClock } from "../../core/lib/clock.ts";
import { OauthProviderError, type OauthProvider } from "../../ports/oauth-provider.ts";
import { createGithubProvider } from "./github.ts";

const redirectUri = "https://console.example.test/auth/oauth/github";
const clock = new ManualClock("2026-05-15T09:00:00Z");
const grace = { email: "grace@example.test", firstName: "Grace", lastName: "Murray Hopper" };

let github: Github;
let provider: OauthProvider;

const connect = (more: { clientSecret?: string; timeoutSeconds?: number } = {}) =>
  createGithubProvider({
    baseUrl: github.url,
    apiUrl: github.url,
    clientId: "boreal",
    clientSecret: "of-the-stand-in",
    ...more,
  });

beforeAll(async () => {
  github = await startGithub({
    port: 0,
    clock,
    client: { id: "boreal", secret: "of-the-stand-in", redirectUris: [redirectUri] },
  });
  provider = connect();
});
afterAll(() => github.stop());
afterEach(() => github.fail(null));

async function visit(verifier: string, responses: ConsentAnswers | "refuse"): Promise<URL> {
  const url = await provider.authorizeUrl({
    state: "state-of-the-flow",
    nonce: "unused",
    codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
    redirectUri,
  });
  return completeSignInPage(url, responses);
}

const newVerifier = () => randomBytes(32).toString("base64url");

const spend = (callbackUrl: URL, verifier: string, by = provider) =>
  by.identify({
    code: callbackUrl.searchParams.get("code") ?? "",
    verifier,
    nonce: "unused",
    redirectUri,
    now: clock.now(),
  });

async function identify(responses: ConsentAnswers) {
  const verifier = newVerifier();
  return spend(await visit(verifier, responses), verifier);
}

test("identifies a user by the account's id and its primary email", async () => {
  expect(await identify(grace)).toEqual({
    subject: expect.stringMatching(/^\d+$/),
    email: "grace@example.test",
    isEmailVerified: true,
    isAuthoritative: false,
    firstName: "Grace",
    lastName: "Murray Hopper",
  });
});

test("is never authoritative for an email address, not even for a verified one", async () => {
  expect(await identify({ email: "grace@gmail.com" })).toMatchObject({
    isEmailVerified: true,
    isAuthoritative: false,
  });
});

test("reports an email address that GitHub has not verified", async () => {
  expect(await identify({ ...grace, emailVerified: false })).toMatchObject({
    email: "grace@example.test",
    isEmailVerified: false,
  });
});

test("uses the login for a user without a name", async () => {
  expect(await identify({ email: "amazing.grace@example.test" })).toMatchObject({
    firstName: "amazing-grace",
    lastName: "",
  });
});

test("returns the state with the code and with a rejection", async () => {
  const callbackUrl = await visit(newVerifier(), grace);
  expect(callbackUrl.searchParams.get("state")).toBe("state-of-the-flow");
  const rejected = await visit(newVerifier(), "refuse");
  expect(Object.fromEntries(rejected.searchParams)).toMatchObject({
    error: "access_denied",
    state: "state-of-the-flow",
  });
});

describe("rejects a code", () => {
  test("without the verifier of its flow", async () => {
    const callbackUrl = await visit(newVerifier(), grace);
    await expect(spend(callbackUrl, newVerifier())).rejects.toThrow(OauthProviderError);
  });

  test("that was already used", async () => {
    const verifier = newVerifier();
    const callbackUrl = await visit(verifier, grace);
    await spend(callbackUrl, verifier);
    await expect(spend(callbackUrl, verifier)).rejects.toThrow(OauthProviderError);
  });

  test("with a wrong client secret", async () => {
    const verifier = newVerifier();
    const callbackUrl = await visit(verifier, grace);
    await expect(
      spend(callbackUrl, verifier, connect({ clientSecret: "guessed" })),
    ).rejects.toThrow(OauthProviderError);
  });
});

describe("reports failures of the token endpoint", () => {
  test.each<WireFault>(["redirect", "oversized", "down"])("%s", async (error) => {
    const verifier = newVerifier();
    const callbackUrl = await visit(verifier, grace);
    github.fail(error);
    await expect(spend(callbackUrl, verifier)).rejects.toThrow(OauthProviderError);
    expect(github.strayCalls()).toBe(0);
  });

  test("timeout", async () => {
    const verifier = newVerifier();
    const callbackUrl = await visit(verifier, grace);
    github.fail("silent");
    await expect(spend(callbackUrl, verifier, connect({ timeoutSeconds: 0.3 }))).rejects.toThrow(
      OauthProviderError,
    );
  });
});

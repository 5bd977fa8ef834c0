import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock } from "#api/core/lib/clock.ts";
import { type Github, startGithub } from "./github.ts";
import { type Google, startGoogle } from "./google.ts";
import { completeSignInPage } from "./browser.ts";

const redirectUri = "http://console.example.test/auth/oauth";
const client = { id: "boreal", secret: "secret", redirectUris: [redirectUri] };
const users = [
  {
    email: "nora@gmail.com",
    emailVerified: true,
    hostedDomain: null,
    firstName: "Nora",
    lastName: "Berg",
  },
];

let google: Google;
let github: Github;

beforeEach(async () => {
  const clock = new ManualClock("2026-05-15T09:00:00Z");
  google = await startGoogle({ port: 0, clock, client, users });
  github = await startGithub({ port: 0, clock, client, users });
});
afterEach(() => Promise.all([google.stop(), github.stop()]));

const query = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: "boreal",
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email profile",
    state: "s",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    ...more,
  });

const googleUrl = (more: Record<string, string> = {}) =>
  `${google.issuer}/o/oauth2/v2/auth?${query(more)}`;
const githubUrl = (more: Record<string, string> = {}) =>
  `${github.url}/login/oauth/authorize?${query(more)}`;

test("Google serves its discovery document", async () => {
  const response = await fetch(`${google.issuer}/.well-known/openid-configuration`);
  expect(await response.json()).toMatchObject({
    issuer: google.issuer,
    authorization_endpoint: `${google.issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${google.issuer}/token`,
    jwks_uri: `${google.issuer}/oauth2/v3/certs`,
    code_challenge_methods_supported: ["S256"],
  });
});

test("both offer the configured users and users who signed in before", async () => {
  await completeSignInPage(githubUrl(), { email: "ada@example.test" });
  const page = await (await fetch(githubUrl())).text();
  expect(page).toContain(">nora@gmail.com</button>");
  expect(page).toContain(">ada@example.test</button>");
});

test("escapes user input in HTML", async () => {
  await completeSignInPage(githubUrl(), { email: '"><script>@example.test' });
  const page = await (await fetch(githubUrl())).text();
  expect(page).not.toContain("<script>");
  expect(page).toContain("&quot;&gt;&lt;script&gt;@example.test");
});

test.each([
  ["another application", { client_id: "other" }],
  ["an unregistered redirect URI", { redirect_uri: "http://other.example.test/" }],
])("neither shows its sign-in page to %s", async (_case, more) => {
  await expect(completeSignInPage(googleUrl(more), "refuse")).rejects.toThrow("no sign-in page");
  await expect(completeSignInPage(githubUrl(more), "refuse")).rejects.toThrow("no sign-in page");
});

test("neither issues a code without a code challenge", async () => {
  const atGoogle = await completeSignInPage(googleUrl({ code_challenge: "" }), "refuse");
  expect(atGoogle.searchParams.get("error")).toBe("invalid_request");
  await expect(completeSignInPage(githubUrl({ code_challenge: "" }), "refuse")).rejects.toThrow(
    "challenge",
  );
});

/**
 * GitHub sign-in over OAuth 2. GitHub issues no ID token, so the user is read from its API with the access token,
 * which is then discarded. GitHub hosts no mailboxes: it verifies email addresses but is not authoritative for them.
 */
import * as openid from "openid-client";
import { z } from "zod";
import {
  type ProviderIdentity,
  OauthProviderError,
  type OauthProvider,
} from "../../ports/oauth-provider.ts";
import { restrictedFetch, timeoutSeconds, insecureRequestOptions } from "../oauth-fetch.ts";

export interface GithubOptions {
  /** Where users sign in; `apiUrl` is where their account is read. */
  baseUrl: string;
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** Default: 5; shortened in tests. */
  timeoutSeconds?: number;
}

const User = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullable() });
const Emails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

const apiHeaders = {
  accept: "application/vnd.github+json",
  "x-github-api-version": "2022-11-28",
  "user-agent": "Boreal",
};

export function createGithubProvider(options: GithubOptions): OauthProvider {
  const config = new openid.Configuration(
    {
      issuer: options.baseUrl,
      authorization_endpoint: new URL("/login/oauth/authorize", options.baseUrl).href,
      token_endpoint: new URL("/login/oauth/access_token", options.baseUrl).href,
    },
    options.clientId,
    { client_secret: options.clientSecret },
  );
  config[openid.customFetch] = restrictedFetch([
    new URL(options.baseUrl).origin,
    new URL(options.apiUrl).origin,
  ]);
  config.timeout = options.timeoutSeconds ?? timeoutSeconds;
  for (const apply of insecureRequestOptions(options.baseUrl)) apply(config);

  async function read<T>(token: string, path: string, shape: z.ZodType<T>): Promise<T> {
    const response = await openid.fetchProtectedResource(
      config,
      token,
      new URL(`${options.apiUrl.replace(/\/$/, "")}${path}`),
      "GET",
      null,
      new Headers(apiHeaders),
    );
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
    return shape.parse(await response.json());
  }

  return {
    authorizeUrl: async ({ state, codeChallenge, redirectUri }) =>
      openid.buildAuthorizationUrl(config, {
        scope: "read:user user:email",
        redirect_uri: redirectUri,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
        prompt: "select_account",
      }).href,

    identify: async ({ code, verifier, redirectUri }) => {
      try {
        const callbackUrl = new URL(redirectUri);
        callbackUrl.searchParams.set("code", code);
        const { access_token: token } = await openid.authorizationCodeGrant(config, callbackUrl, {
          pkceCodeVerifier: verifier,
        });
        const [user, emails] = await Promise.all([
          read(token, "/user", User),
          read(token, "/user/emails", Emails),
        ]);
        return toIdentity(user, emails);
      } catch (error) {
        throw new OauthProviderError(error);
      }
    },
  };
}

function toIdentity(user: z.infer<typeof User>, emails: z.infer<typeof Emails>): ProviderIdentity {
  const primary = emails.find((address) => address.primary);
  const [firstName = "", ...rest] = (user.name ?? user.login).trim().split(/\s+/);
  return {
    subject: String(user.id),
    email: primary?.email ?? "",
    isEmailVerified: primary?.verified === true,
    isAuthoritative: false,
    firstName,
    lastName: rest.join(" "),
  };
}

/**
 * GitHub by OAuth 2 alone: it has no ID token, so who signs in is read with the token it gives, which
 * is then forgotten. GitHub runs no mailbox: an address it has verified is verified, but GitHub is
 * never the authority on who owns it today.
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
  /** Where people sign in; `apiUrl` is where their account is read. */
  baseUrl: string;
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** 5 unless a test has less time. */
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
  for (const rule of insecureRequestOptions(options.baseUrl)) rule(config);

  async function read<T>(token: string, path: string, shape: z.ZodType<T>): Promise<T> {
    const response = await openid.fetchProtectedResource(
      config,
      token,
      new URL(`${options.apiUrl.replace(/\/$/, "")}${path}`),
      "GET",
      null,
      new Headers(apiHeaders),
    );
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
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
        const back = new URL(redirectUri);
        back.searchParams.set("code", code);
        const { access_token: token } = await openid.authorizationCodeGrant(config, back, {
          pkceCodeVerifier: verifier,
        });
        const [user, addresses] = await Promise.all([
          read(token, "/user", User),
          read(token, "/user/emails", Emails),
        ]);
        return toIdentity(user, addresses);
      } catch (error) {
        throw new OauthProviderError(error);
      }
    },
  };
}

function toIdentity(
  user: z.infer<typeof User>,
  addresses: z.infer<typeof Emails>,
): ProviderIdentity {
  const primary = addresses.find((address) => address.primary);
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

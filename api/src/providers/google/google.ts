/** Google sign-in over OpenID Connect; the identity is read only from the ID token. */
import * as openid from "openid-client";
import { z } from "zod";
import { systemClock } from "../../core/lib/clock.ts";
import {
  type ProviderIdentity,
  OauthProviderError,
  type OauthProvider,
} from "../../ports/oauth-provider.ts";
import { restrictedFetch, timeoutSeconds, insecureRequestOptions } from "../oauth-fetch.ts";

export interface GoogleOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Default: 5; shortened in tests. */
  timeoutSeconds?: number;
}

const googleIssuer = "https://accounts.google.com";
/** Hosts of the endpoints in Google's discovery document. */
const googleHosts = ["https://oauth2.googleapis.com", "https://www.googleapis.com"];
const discoveryTtlMs = 24 * 3_600_000;

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().default(""),
  email_verified: z.boolean().default(false),
  hd: z.string().exactOptional(),
  given_name: z.string().default(""),
  family_name: z.string().default(""),
});

export function createGoogleProvider(options: GoogleOptions): OauthProvider {
  const timeout = options.timeoutSeconds ?? timeoutSeconds;
  const issuer = new URL(options.issuer);
  const fetch = restrictedFetch([
    issuer.origin,
    ...(issuer.origin === googleIssuer ? googleHosts : []),
  ]);
  const execute = insecureRequestOptions(options.issuer);
  let cached: { server: openid.ServerMetadata; atMs: number } | null = null;

  async function discover(): Promise<openid.ServerMetadata> {
    const nowMs = systemClock.now().getTime();
    if (cached !== null && nowMs - cached.atMs < discoveryTtlMs) return cached.server;
    const discovered = await openid.discovery(issuer, options.clientId, undefined, undefined, {
      [openid.customFetch]: fetch,
      timeout,
      execute,
    });
    cached = { server: discovered.serverMetadata(), atMs: nowMs };
    return cached.server;
  }

  /** `now` is the injected time, which may differ from the system time that the library reads. */
  async function configure(now: Date): Promise<openid.Configuration> {
    const skewMs = now.getTime() - systemClock.now().getTime();
    const config = new openid.Configuration(
      {
        ...(await discover()),
        // The console forwards only code and state; instead of `iss`, each provider has its own redirect URI.
        authorization_response_iss_parameter_supported: false,
      },
      options.clientId,
      {
        client_secret: options.clientSecret,
        id_token_signed_response_alg: "RS256",
        [openid.clockSkew]: Math.round(skewMs / 1000),
      },
    );
    config[openid.customFetch] = fetch;
    config.timeout = timeout;
    for (const extend of execute) extend(config);
    // Verifies the signature although the token comes directly from Google.
    openid.enableNonRepudiationChecks(config);
    return config;
  }

  return {
    authorizeUrl: ({ state, nonce, codeChallenge, redirectUri }) =>
      wrapErrors(async () => {
        const config = await configure(systemClock.now());
        return openid.buildAuthorizationUrl(config, {
          scope: "openid email profile",
          redirect_uri: redirectUri,
          state,
          nonce,
          code_challenge: codeChallenge,
          code_challenge_method: "S256",
          prompt: "select_account",
        }).href;
      }),

    identify: ({ code, verifier, nonce, redirectUri, now }) =>
      wrapErrors(async () => {
        const callbackUrl = new URL(redirectUri);
        callbackUrl.searchParams.set("code", code);
        const tokens = await openid.authorizationCodeGrant(await configure(now), callbackUrl, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        return toIdentity(Claims.parse(tokens.claims()));
      }),
  };
}

async function wrapErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw new OauthProviderError(error);
  }
}

function toIdentity(claims: z.infer<typeof Claims>): ProviderIdentity {
  const domain = claims.email.slice(claims.email.lastIndexOf("@") + 1).toLowerCase();
  return {
    subject: claims.sub,
    email: claims.email,
    isEmailVerified: claims.email_verified,
    isAuthoritative:
      claims.email_verified &&
      domain !== "" &&
      (domain === "gmail.com" ||
        domain === "googlemail.com" ||
        domain === claims.hd?.toLowerCase()),
    firstName: claims.given_name,
    lastName: claims.family_name,
  };
}

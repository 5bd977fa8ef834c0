import type { SignInProvider as SignInProviderName } from "#contracts/sign-in-factors.ts";

/**
 * Sign-in with an external account: OAuth 2 authorization code flow with PKCE. The caller stores and verifies the
 * state of a flow before it calls the provider.
 */
export interface OauthProvider {
  /** URL for the browser; throws OauthProviderError if the provider is unavailable. */
  authorizeUrl(flow: {
    state: string;
    nonce: string;
    /** SHA-256 of the verifier, base64url. */
    codeChallenge: string;
    redirectUri: string;
  }): Promise<string>;

  /** Exchanges the code for the user's identity; throws only OauthProviderError. */
  identify(flow: {
    code: string;
    verifier: string;
    nonce: string;
    redirectUri: string;
    now: Date;
  }): Promise<ProviderIdentity>;
}

export interface ProviderIdentity {
  /** The provider's id of the account, which does not change with its email address. */
  subject: string;
  /** "" if the provider sends none. */
  email: string;
  isEmailVerified: boolean;
  /** Whether the provider also hosts the mailbox, so that the account's user owns the email address. */
  isAuthoritative: boolean;
  /** "" if the provider sends none. */
  firstName: string;
  lastName: string;
}

/** The configured providers; others are not offered. */
export type OauthProviders = ReadonlyMap<SignInProviderName, OauthProvider>;

/** `message` is for logs only: it may quote the provider's response. */
export class OauthProviderError extends Error {
  override readonly name = "OauthProviderError";
  constructor(cause: unknown) {
    super(cause instanceof Error ? errorReasons(cause) : String(cause), { cause });
  }
}

function errorReasons(error: Error): string {
  return error.cause instanceof Error
    ? `${error.message}: ${errorReasons(error.cause)}`
    : error.message;
}

import type { SignInProvider as SignInProviderName } from "#contracts/auth.ts";

/**
 * Signing in with an account elsewhere: the authorization code flow of OAuth 2 with PKCE. The state
 * of a flow is the caller's business; a provider is asked only once that has been found right.
 */
export interface OauthProvider {
  /** Where the browser goes; throws SignInFailure where the provider cannot be asked for it. */
  authorizeUrl(flow: {
    state: string;
    nonce: string;
    /** SHA-256 of the verifier, base64url. */
    codeChallenge: string;
    redirectUri: string;
  }): Promise<string>;

  /** Exchanges the code and says who came with it; throws SignInFailure and nothing else. */
  identify(flow: {
    code: string;
    verifier: string;
    nonce: string;
    redirectUri: string;
    now: Date;
  }): Promise<ProviderIdentity>;
}

export interface ProviderIdentity {
  /** The provider's name of the account: it stays when the address changes. */
  subject: string;
  /** "" where the provider tells none. */
  email: string;
  isEmailVerified: boolean;
  /** The provider also runs the mailbox, so that who signs in there owns the address. */
  isAuthoritative: boolean;
  /** "" where the provider tells none. */
  firstName: string;
  lastName: string;
}

/** Those that are set up; nobody is offered the others. */
export type OauthProviders = ReadonlyMap<SignInProviderName, OauthProvider>;

/** `message` is for logs: it may repeat what the provider said, and is never shown. */
export class OauthProviderError extends Error {
  override readonly name = "SignInFailure";
  constructor(cause: unknown) {
    super(cause instanceof Error ? errorReasons(cause) : String(cause), { cause });
  }
}

function errorReasons(error: Error): string {
  return error.cause instanceof Error
    ? `${error.message}: ${errorReasons(error.cause)}`
    : error.message;
}

/** Creates the OAuth providers that are configured. */
import type { FastifyBaseLogger } from "fastify";
import type { SignInProvider as SignInProviderName } from "#contracts/sign-in-factors.ts";
import type { SignInConfig } from "./config.ts";
import type { OauthProvider, OauthProviders } from "./ports/oauth-provider.ts";
import { createGithubProvider } from "./providers/github/github.ts";
import { createGoogleProvider } from "./providers/google/google.ts";

export function createOauthProviders(
  config: SignInConfig,
  logger: FastifyBaseLogger,
): OauthProviders {
  const providers = new Map<SignInProviderName, OauthProvider>();
  if (config.google !== undefined)
    providers.set(
      "google",
      withFailureLogging(createGoogleProvider(config.google), "google", logger),
    );
  if (config.github !== undefined)
    providers.set(
      "github",
      withFailureLogging(createGithubProvider(config.github), "github", logger),
    );
  return providers;
}

/** Logs the cause of a failure: users see the same message for every failure, but operators need the cause. */
function withFailureLogging(
  provider: OauthProvider,
  name: SignInProviderName,
  logger: FastifyBaseLogger,
): OauthProvider {
  const logAndRethrow = (error: unknown) => {
    logger.warn({ err: error, provider: name }, "OAuth sign-in failed");
    throw error;
  };
  return {
    authorizeUrl: (flow) => provider.authorizeUrl(flow).catch(logAndRethrow),
    identify: (flow) => provider.identify(flow).catch(logAndRethrow),
  };
}

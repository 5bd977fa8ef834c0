/** Which sign-in providers the configuration sets up. */
import type { FastifyBaseLogger } from "fastify";
import type { SignInProvider as SignInProviderName } from "#contracts/auth.ts";
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

/** People are told one sentence whatever went wrong; who runs this has to know which it was. */
function withFailureLogging(
  provider: OauthProvider,
  name: SignInProviderName,
  logger: FastifyBaseLogger,
): OauthProvider {
  const told = (error: unknown) => {
    logger.warn({ err: error, provider: name }, "a sign-in elsewhere failed");
    throw error;
  };
  return {
    authorizeUrl: (flow) => provider.authorizeUrl(flow).catch(told),
    identify: (flow) => provider.identify(flow).catch(told),
  };
}

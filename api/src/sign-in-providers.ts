/** Which sign-in providers the configuration sets up. */
import type { FastifyBaseLogger } from "fastify";
import type { SignInProvider as SignInProviderName } from "#contracts/auth.ts";
import type { SignInConfig } from "./config.ts";
import type { SignInProvider, SignInProviders } from "./ports/sign-in-provider.ts";
import { githubSignIn } from "./providers/github/github.ts";
import { googleSignIn } from "./providers/google/google.ts";

export function connectSignIn(config: SignInConfig, logger: FastifyBaseLogger): SignInProviders {
  const providers = new Map<SignInProviderName, SignInProvider>();
  if (config.google !== undefined)
    providers.set("google", logged(googleSignIn(config.google), "google", logger));
  if (config.github !== undefined)
    providers.set("github", logged(githubSignIn(config.github), "github", logger));
  return providers;
}

/** People are told one sentence whatever went wrong; who runs this has to know which it was. */
function logged(
  provider: SignInProvider,
  name: SignInProviderName,
  logger: FastifyBaseLogger,
): SignInProvider {
  const told = (error: unknown) => {
    logger.warn({ err: error, provider: name }, "a sign-in elsewhere failed");
    throw error;
  };
  return {
    authorizeUrl: (flow) => provider.authorizeUrl(flow).catch(told),
    identify: (flow) => provider.identify(flow).catch(told),
  };
}

/** Starts the Google and GitHub emulators, with providers configured for them. */
import type { FastifyBaseLogger } from "fastify";
import { startGithub } from "#emulators/identity/github.ts";
import { startGoogle } from "#emulators/identity/google.ts";
import type { Clock } from "../core/lib/clock.ts";
import { createOauthProviders } from "../oauth-providers.ts";

export async function startOauthEmulators(clock: Clock, publicUrl: URL, logger: FastifyBaseLogger) {
  const credentials = { clientId: "boreal", clientSecret: "of-the-stand-in" };
  const optionsFor = (provider: string) => ({
    port: 0,
    clock,
    client: {
      id: credentials.clientId,
      secret: credentials.clientSecret,
      redirectUris: [new URL(`/auth/oauth/${provider}`, publicUrl).href],
    },
  });
  const google = await startGoogle(optionsFor("google"));
  const github = await startGithub(optionsFor("github"));
  return {
    google,
    github,
    providers: createOauthProviders(
      {
        google: { issuer: google.issuer, ...credentials },
        github: { baseUrl: github.url, apiUrl: github.url, ...credentials },
      },
      logger,
    ),
    stop: async (): Promise<void> => {
      await Promise.all([google.stop(), github.stop()]);
    },
  };
}

/**
 * Google and GitHub for a demo. They ask for no password, so whoever reaches their page can be anybody:
 * a world with real people never has them.
 */
import { randomBytes } from "node:crypto";
import type { Clock } from "#api/core/lib/clock.ts";
import { startGithub } from "#emulators/identity/github.ts";
import { startGoogle } from "#emulators/identity/google.ts";

const offered = { emailVerified: true, hostedDomain: null, firstName: "Demo" };
const people = [
  { ...offered, email: "demo.guest@gmail.com", lastName: "Guest" },
  // Has a password here: the address alone does not open that account.
  { ...offered, email: "owner@demo.test", lastName: "Owner" },
];

export async function startOauthEmulators(options: {
  host: string;
  ports: { google: number; github: number };
  clock: Clock;
  /** Where people open the console. */
  publicUrl: string;
}) {
  const { host, ports, clock, publicUrl } = options;
  const createOauthClient = (provider: string) => ({
    id: "boreal",
    secret: randomBytes(16).toString("hex"),
    redirectUris: [new URL(`/auth/oauth/${provider}`, publicUrl).href],
  });
  const shared = { host, clock, people };
  const google = await startGoogle({
    ...shared,
    port: ports.google,
    client: createOauthClient("google"),
  });
  const github = await startGithub({
    ...shared,
    port: ports.github,
    client: createOauthClient("github"),
  });
  return {
    urls: [google.issuer, github.url],
    /** As BOREAL_SIGN_IN has it. */
    setting: JSON.stringify({
      google: {
        issuer: google.issuer,
        clientId: google.client.id,
        clientSecret: google.client.secret,
      },
      github: {
        baseUrl: github.url,
        apiUrl: github.url,
        clientId: github.client.id,
        clientSecret: github.client.secret,
      },
    }),
    stop: async (): Promise<void> => {
      await Promise.all([google.stop(), github.stop()]);
    },
  };
}

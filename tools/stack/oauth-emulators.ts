/**
 * Emulated Google and GitHub sign-in for the demo. They require no password, so anyone can sign in as any user:
 * an installation with real users never runs them.
 */
import { randomBytes } from "node:crypto";
import type { Clock } from "#api/core/lib/clock.ts";
import { startGithub } from "#emulators/identity/github.ts";
import { startGoogle } from "#emulators/identity/google.ts";

const sharedProfile = { emailVerified: true, hostedDomain: null, firstName: "Demo" };
const profiles = [
  { ...sharedProfile, email: "demo.guest@gmail.com", lastName: "Guest" },
  // This account has a password, so the email alone does not sign in to it.
  { ...sharedProfile, email: "owner@demo.test", lastName: "Owner" },
];

export async function startOauthEmulators(options: {
  host: string;
  ports: { google: number; github: number };
  clock: Clock;
  /** The URL under which browsers open the console. */
  publicUrl: string;
}) {
  const { host, ports, clock, publicUrl } = options;
  const createOauthClient = (provider: string) => ({
    id: "boreal",
    secret: randomBytes(16).toString("hex"),
    redirectUris: [new URL(`/auth/oauth/${provider}`, publicUrl).href],
  });
  const shared = { host, clock, users: profiles };
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
    /** The value of BOREAL_SIGN_IN. */
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

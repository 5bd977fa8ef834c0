/** Signs up users through the API, for tests of what follows registration. */
import { api } from "#contracts/api.ts";
import type { Registration } from "#contracts/auth.ts";
import { normalizeEmail } from "#contracts/text.ts";
import { bindBrowser } from "../modules/auth/registration/registration-binding.ts";
import { sql } from "../core/db/db.ts";
import type { TestClient } from "./client.ts";
import type { TestEnvironment } from "./test-environment.ts";

export const validPassword = "seven quiet herons at dusk";

export const registration = (
  email: string,
  overrides: Partial<Registration> = {},
): Registration => ({
  email,
  firstName: "Ada",
  lastName: "Field",
  password: validPassword,
  isOver18: true,
  isTosAccepted: true,
  isProcessingPrivacyPolicyAccepted: true,
  locale: "en",
  timezone: "Europe/Berlin",
  ...overrides,
});

let lastIpSuffix = 0;
/**
 * Sends a request from an IP address no other request of the test uses; the environment must trust 127.0.0.1 as a
 * proxy.
 */
export const fromUniqueIp = (): { headers: { "x-forwarded-for": string } } => {
  lastIpSuffix += 1;
  return {
    headers: {
      "x-forwarded-for": `198.51.${Math.floor(lastIpSuffix / 250)}.${(lastIpSuffix % 250) + 1}`,
    },
  };
};

/** Sets the cookie that binds a browser to its registration, so that the account's verification link works there. */
export function bindAsRegistered(env: TestEnvironment, client: TestClient, userId: string): void {
  const cookieJar = {
    setCookie: (name: string, value: string) => void client.cookies.set(name, value),
    clearCookie: (name: string) => void client.cookies.delete(name),
  };
  bindBrowser(cookieJar, { keys: env.keys, secureCookies: false }, userId, env.clock.now());
}

/** Another browser of the user who registered this email address. */
export async function registeredBrowser(env: TestEnvironment, email: string): Promise<TestClient> {
  const { id } = await env.db.withSystemRole("an account for a test", (tx) =>
    tx.one<{ id: string }>(
      sql`SELECT id FROM user_account WHERE email_normalized = ${normalizeEmail(email)} AND status <> 'deleted'`,
    ),
  );
  const client = env.createClient();
  bindAsRegistered(env, client, id);
  return client;
}

/** The token of the newest verification email to that address. */
export async function verificationToken(env: TestEnvironment, email: string): Promise<string> {
  await env.runDueJobs();
  const links = env.mail
    .messages()
    .filter((message) => message.to.some((to) => to.toLowerCase() === email.toLowerCase()))
    .flatMap((message) => message.links);
  const newest = links.findLast((link) => link.includes("/auth/verify/"));
  if (newest === undefined) throw new Error(`No verification email to ${email}`);
  return newest.slice(newest.lastIndexOf("/") + 1);
}

export async function signUp(
  env: TestEnvironment,
  email: string,
  overrides: Partial<Registration> = {},
): Promise<void> {
  const client = env.createClient();
  await client.call(api.auth.register, { body: registration(email, overrides) }, fromUniqueIp());
  const token = await verificationToken(env, email);
  const verified = await client.call(api.auth.verifyEmail, { path: { token } });
  if (verified.status !== 200) throw new Error(`${email} could not be verified: ${verified.code}`);
}

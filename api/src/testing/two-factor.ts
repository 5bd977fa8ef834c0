/** Users with two-factor authentication, and codes of their authenticator app. */
import { HOTP, Secret } from "otpauth";
import { enableTwoFactor } from "../modules/auth/two-factor/two-factor.ts";
import { validPassword } from "./accounts.ts";
import type { TestClient } from "./client.ts";
import { createUser, type TestUser } from "./users.ts";
import type { TestEnvironment } from "./test-environment.ts";

const stepMs = 30_000;

export interface TwoFactorUser extends TestUser {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** The code of the current time step, or of an earlier one. */
export const totpCode = (env: TestEnvironment, secret: string, stepsAgo = 0): string =>
  HOTP.generate({
    secret: Secret.fromBase32(secret),
    counter: Math.floor(env.clock.now().getTime() / stepMs) - stepsAgo,
  });

/** A code that is wrong in every accepted time step. */
export function wrongTotpCode(env: TestEnvironment, secret: string): string {
  const validCodes = [1, 0, -1].map((stepsAgo) => totpCode(env, secret, stepsAgo));
  const wrong = ["000000", "111111", "222222", "333333"].find((code) => !validCodes.includes(code));
  if (wrong === undefined) throw new Error("Every code is valid");
  return wrong;
}

export async function createTwoFactorUser(
  env: TestEnvironment,
  email: string,
): Promise<TwoFactorUser> {
  const passwordHash = await env.passwords.hash(validPassword);
  const user = await createUser(env, email, { passwordHash });
  const secret = new Secret({ size: 20 }).base32;
  const recoveryCodes = await env.db.withSystemRole("two-factor authentication for a test", (tx) =>
    enableTwoFactor(tx, env.keys, user.id, secret, 0, env.clock.now()),
  );
  return { ...user, secret, recoveryCodes };
}

/** Another client with a copy of the current cookies. */
export function cloneClient(env: TestEnvironment, client: TestClient): TestClient {
  const copy = env.createClient();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}

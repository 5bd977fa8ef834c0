/** People with a second factor, and the codes of their app. */
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

/** What the app shows, or showed that many steps before now. */
export const totpCode = (env: TestEnvironment, secret: string, stepsAgo = 0): string =>
  HOTP.generate({
    secret: Secret.fromBase32(secret),
    counter: Math.floor(env.clock.now().getTime() / stepMs) - stepsAgo,
  });

/** One that is right in none of the steps that count. */
export function wrongTotpCode(env: TestEnvironment, secret: string): string {
  const right = [1, 0, -1].map((stepsAgo) => totpCode(env, secret, stepsAgo));
  const wrong = ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code));
  if (wrong === undefined) throw new Error("Every code is right");
  return wrong;
}

export async function createTwoFactorUser(
  env: TestEnvironment,
  email: string,
): Promise<TwoFactorUser> {
  const passwordHash = await env.passwords.hash(validPassword);
  const user = await createUser(env, email, { passwordHash });
  const secret = new Secret({ size: 20 }).base32;
  const recoveryCodes = await env.db.withSystemRole("a second factor for a test", (tx) =>
    enableTwoFactor(tx, env.keys, user.id, secret, 0, env.clock.now()),
  );
  return { ...user, secret, recoveryCodes };
}

/** The same browser as it was: with the cookies of that moment. */
export function cloneClient(env: TestEnvironment, client: TestClient): TestClient {
  const copy = env.createClient();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}

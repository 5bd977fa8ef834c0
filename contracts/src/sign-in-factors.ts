/** OAuth providers, and the factors that a session is started with. */
import { z } from "zod";

export const signInProviders = ["google", "github"] as const;
export const SignInProvider = z.enum(signInProviders);
export type SignInProvider = z.infer<typeof SignInProvider>;

/** First factors of a session. */
export const firstFactors = ["password", "passkey", ...signInProviders] as const;
export type FirstFactor = (typeof firstFactors)[number];
/** Second factors of a session. */
export const secondFactors = ["authenticator", "recovery_code", "passkey", "mail_code"] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** The factors that a session was started with. */
export const SignInFactors = z.object({
  firstFactor: z.enum(firstFactors),
  /** Null when none was required. */
  secondFactor: z.enum(secondFactors).nullable(),
});
export type SignInFactors = z.infer<typeof SignInFactors>;

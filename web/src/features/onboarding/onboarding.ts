/** Which onboarding steps the user skipped: the `skipOnboarding` cookie stores the time for each. */
import { z } from "zod";
import { serverNow } from "../../lib/api/server-clock.ts";
import { readCookie, writeCookie, yearSeconds } from "../../lib/browser/cookies.ts";

/** The steps that ask for something today. Billing steps join when there is billing to set up. */
export const onboardingSteps = ["workspace"] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

const cookie = "skipOnboarding";
/** Earlier releases stored further steps. */
const Skipped = z.partialRecord(
  z.enum([...onboardingSteps, "billing-information", "payment-method"]),
  z.iso.datetime(),
);

function readSkipped(): z.infer<typeof Skipped> {
  try {
    return Skipped.parse(JSON.parse(readCookie(cookie) ?? "{}"));
  } catch {
    return {}; // Not written by the console: treated as absent.
  }
}

export function skipStep(step: OnboardingStep): void {
  const at = new Date(serverNow()).toISOString();
  writeCookie(cookie, JSON.stringify({ ...readSkipped(), [step]: at }), yearSeconds);
}

/** The first step that was not skipped; null when none is left. A user with a workspace needs no other. */
export function nextStep(hasWorkspace: boolean): OnboardingStep | null {
  return hasWorkspace || readSkipped().workspace !== undefined ? null : "workspace";
}
